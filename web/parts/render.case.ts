import { type ComponentChild, render } from 'preact';
import { act } from 'preact/test-utils';
import { onTestFinished, vi } from 'vitest';

// Renders components without a browser: nodes that hold what Preact sets, and no layout.

/** An element or a text node. */
export class FakeNode {
  readonly ownerDocument = FAKE_DOCUMENT;
  readonly attributes = [];
  /** The attributes that Preact did not set as properties. */
  readonly shown = new Map<string, string>();
  readonly listeners = new Map<string, (event: object) => void>();
  childNodes: FakeNode[] = [];
  parentNode: FakeNode | null = null;

  readonly nodeType: 1 | 3;
  readonly localName: string;
  data: string;

  constructor(nodeType: 1 | 3, localName: string, data = '') {
    this.nodeType = nodeType;
    this.localName = localName;
    this.data = data;
  }

  get firstChild(): FakeNode | null {
    return this.childNodes[0] ?? null;
  }

  get nextSibling(): FakeNode | null {
    const siblings = this.parentNode?.childNodes ?? [];
    return siblings[siblings.indexOf(this) + 1] ?? null;
  }

  insertBefore(node: FakeNode, next: FakeNode | null): void {
    node.parentNode?.removeChild(node);
    this.childNodes.splice(next ? this.childNodes.indexOf(next) : Infinity, 0, node);
    node.parentNode = this;
  }

  removeChild(node: FakeNode): void {
    this.childNodes = this.childNodes.filter((each) => each !== node);
    node.parentNode = null;
  }

  remove(): void {
    this.parentNode?.removeChild(this);
  }

  setAttribute(name: string, value: unknown): void {
    this.shown.set(name, String(value));
  }

  removeAttribute(name: string): void {
    this.shown.delete(name);
  }

  addEventListener(type: string, listener: (event: object) => void): void {
    this.listeners.set(type, listener);
  }

  removeEventListener(type: string): void {
    this.listeners.delete(type);
  }

  get text(): string {
    return this.data + this.childNodes.map((node) => node.text).join('');
  }

  /** All descendants with this element name, in order. */
  all(name: string): FakeNode[] {
    return this.childNodes.flatMap((node) => [
      ...(node.localName === name ? [node] : []),
      ...node.all(name),
    ]);
  }

  /** Lets a listener handle an event. */
  fire(type: string, event: object = {}): void {
    const listener = this.listeners.get(type);
    act(() => listener?.call(this, { type, currentTarget: this, target: this, ...event }));
  }
}

export const FAKE_DOCUMENT = {
  createElement: (name: string) => new FakeNode(1, name),
  createElementNS: (_: string, name: string) => new FakeNode(1, name),
  createTextNode: (data: string) => new FakeNode(3, '', data),
};

/**
 * Renders a component until the test ends, so that no timer or request of it outlives the test;
 * `draw` renders it again with other properties.
 */
export function rendered(component: ComponentChild) {
  vi.stubGlobal('document', FAKE_DOCUMENT);
  const root = new FakeNode(1, 'div');
  // Preact uses nothing that these nodes lack.
  const draw = (next: ComponentChild) => act(() => render(next, root as never));
  draw(component);
  onTestFinished(() => draw(null));
  return Object.assign(root, { draw });
}
