import { type ComponentChild, render } from 'preact';
import { act } from 'preact/test-utils';
import { onTestFinished, vi } from 'vitest';

// Renders components without a browser: nodes that hold what Preact sets, and no layout.

/** The longest line of an outline. */
const MAX_LINE = 120;

/** An element or a text node. */
export class FakeNode {
  readonly ownerDocument = FAKE_DOCUMENT;
  readonly attributes = [];
  /** The attributes that Preact did not set as properties. */
  readonly shown = new Map<string, string>();
  readonly listeners = new Map<string, (event: object) => void>();
  readonly style = { setProperty: (name: string, value: unknown) => this.#setStyle(name, value) };
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

  #setStyle(name: string, value: unknown): void {
    if (value === '') this.shown.delete(name);
    else this.setAttribute(name, value);
  }

  /** Moves the focus here. */
  focus(): void {
    FAKE_DOCUMENT.activeElement = this;
  }

  /** Selects the text. */
  select(): void {
    FAKE_DOCUMENT.selected = this;
  }

  click(): void {
    this.fire('click');
  }

  /** Returns the closest element with an ID, whatever the selector. */
  closest(): { readonly id: string } | null {
    const id = this.shown.get('id');
    return id === undefined ? (this.parentNode?.closest() ?? null) : { id };
  }

  /** Stands in for closing a dialog. */
  close(): void {}

  scrollIntoView(): void {
    FAKE_DOCUMENT.scrolledTo = this;
  }

  get text(): string {
    return this.data + this.childNodes.map((node) => node.text).join('');
  }

  /** All texts that are not blank. */
  get texts(): string[] {
    return [this.data.trim(), ...this.childNodes.flatMap(({ texts }) => texts)].filter(Boolean);
  }

  /** The descendants as HTML; long elements are broken into lines, without end tags. */
  get outline(): string {
    return this.#linesWithin().join('\n');
  }

  #lines(): string[] {
    const html = this.#html();
    if (html.length <= MAX_LINE || this.nodeType === 3) return [html];
    return [this.#tag(), ...this.#linesWithin().map((line) => `  ${line}`)];
  }

  #linesWithin(): string[] {
    return this.childNodes.flatMap((node) => node.#lines()).filter((line) => line.trim() !== '');
  }

  #html(): string {
    if (this.nodeType === 3) return this.data;
    return [
      this.#tag(),
      ...this.childNodes.map((node) => node.#html()),
      `</${this.localName}>`,
    ].join('');
  }

  #tag(): string {
    const attributes = Array.from(this.shown, ([name, value]) => ` ${name}="${value}"`);
    return `<${this.localName}${attributes.join('')}>`;
  }

  /** All descendants with this element name, in order. */
  all(name: string): FakeNode[] {
    return this.childNodes.flatMap((node) => [
      ...(node.localName === name ? [node] : []),
      ...node.all(name),
    ]);
  }

  /** All descendants with this class, in order. */
  ofClass(name: string): FakeNode[] {
    return this.childNodes.flatMap((node) => [
      ...(node.shown.get('class')?.split(' ').includes(name) ? [node] : []),
      ...node.ofClass(name),
    ]);
  }

  /** The descendant with this ID. */
  withId(id: string): FakeNode | undefined {
    for (const node of this.childNodes) {
      const found = node.shown.get('id') === id ? node : node.withId(id);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  querySelector(name: string): FakeNode | null {
    return this.all(name)[0] ?? null;
  }

  /** Lets a listener handle an event. */
  fire(type: string, event: object = {}): void {
    const listener = this.listeners.get(type);
    act(() => listener?.call(this, { type, currentTarget: this, target: this, ...event }));
  }
}

interface FakeDocument {
  createElement(name: string): FakeNode;
  createElementNS(_: string, name: string): FakeNode;
  createTextNode(data: string): FakeNode;
  /** The body has the focus if no element has it. */
  readonly body: null;
  activeElement: FakeNode | null;
  selected: FakeNode | null;
  scrolledTo: FakeNode | null;
  hidden: boolean;
  title: string;
  /** The rendered nodes. */
  root: FakeNode | null;
  getElementById(id: string): FakeNode | null;
  querySelector(name: string): FakeNode | null;
  /** The target of the document's listeners. */
  events: EventTarget;
  addEventListener: EventTarget['addEventListener'];
  removeEventListener: EventTarget['removeEventListener'];
}

const NOTHING = {
  ...{ activeElement: null, selected: null, scrolledTo: null },
  ...{ hidden: false, title: '' },
};

export const FAKE_DOCUMENT: FakeDocument = {
  body: null,
  ...NOTHING,
  root: null,
  events: new EventTarget(),
  addEventListener: (...given) => FAKE_DOCUMENT.events.addEventListener(...given),
  removeEventListener: (...given) => FAKE_DOCUMENT.events.removeEventListener(...given),
  querySelector: (name) => FAKE_DOCUMENT.root?.querySelector(name) ?? null,
  getElementById: (id) => FAKE_DOCUMENT.root?.withId(id) ?? null,
  createElement: (name: string) => new FakeNode(1, name),
  createElementNS: (_: string, name: string) => new FakeNode(1, name),
  createTextNode: (data: string) => new FakeNode(3, '', data),
};

/**
 * Renders a component until the test ends, so that none of its timers or requests outlive the test;
 * `draw` renders it again with other properties. `page` sets properties of the document first.
 */
export function rendered(component: ComponentChild, page: Partial<FakeDocument> = {}) {
  vi.stubGlobal('document', FAKE_DOCUMENT);
  const root = new FakeNode(1, 'div');
  Object.assign(FAKE_DOCUMENT, { ...NOTHING, root, events: new EventTarget(), ...page });
  // These nodes have everything that Preact uses.
  const draw = (next: ComponentChild) => act(() => render(next, root as never));
  draw(component);
  onTestFinished(() => draw(null));
  return Object.assign(root, { draw });
}
