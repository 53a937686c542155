import type { Locator, Page } from '@playwright/test';
import { box } from './page-parts.ts';
import { expect } from './with-chromium.ts';

/**
 * Someone who uses the page with keys or fingers alone. Everything done is counted: a text typed in
 * one go is one action, and so is each other key and each tap. Nothing is scrolled for them, and
 * they can touch only what they see.
 */
export class Person {
  readonly page: Page;
  actions = 0;
  /** How many of the actions were texts. */
  texts = 0;

  constructor(page: Page) {
    this.page = page;
  }

  /** Types where the focus is: nobody puts it there for them. A keyboard that suggests words gives the rest. */
  async type(text: string): Promise<void> {
    this.actions += 1;
    this.texts += 1;
    await this.page.keyboard.type(text.slice(0, 1));
    await this.page.keyboard.insertText(text.slice(1));
  }

  async press(key: string): Promise<void> {
    this.actions += 1;
    await this.page.keyboard.press(key);
  }

  /** Presses Tab until an element has the focus. @returns the names of the stops before it */
  async tabTo(target: Locator): Promise<string[]> {
    const stops: string[] = [];
    for (;;) {
      await this.press('Tab');
      if (await target.evaluate((element) => element === document.activeElement)) return stops;
      stops.push(await this.page.evaluate(nameOfFocus));
      expect(stops.length, `no way to it by Tab: ${stops}`).toBeLessThan(20);
    }
  }

  async tap(target: Locator): Promise<void> {
    this.actions += 1;
    await target.waitFor();
    // What is gray is not tapped.
    await expect(target).toBeEnabled();
    const { x, y, isSeen, size } = await target.evaluate(async (element) => {
      // A person waits until it stands still.
      await Promise.all(document.getAnimations().map(({ finished }) => finished));
      const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
      const middle = { x: (left + right) / 2, y: (top + bottom) / 2 };
      const there = document.elementFromPoint(middle.x, middle.y);
      const isSeen = there !== null && (element.contains(there) || there.contains(element));
      return { ...middle, isSeen, size: Math.min(width, height) };
    });
    expect(isSeen, `${target} is in sight`).toBe(true);
    expect(size, `${target} is large enough for a finger`).toBeGreaterThanOrEqual(44);
    await this.page.touchscreen.tap(x, y);
  }

  /** Chooses from a native select: one tap opens it, another chooses. */
  async choose(list: Locator, option: string): Promise<void> {
    this.actions += 2;
    await list.selectOption(option);
  }
}

function nameOfFocus(): string {
  const { activeElement } = document;
  return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '';
}

/** Taps the search box, which selects its text: typing replaces it. */
export async function tapToReplace(person: Person): Promise<void> {
  await person.tap(box(person.page));
  await person.page.waitForFunction(() => {
    const { activeElement: box } = document;
    if (!(box instanceof HTMLInputElement)) return false;
    return box.selectionEnd === box.value.length && box.selectionStart === 0;
  });
}
