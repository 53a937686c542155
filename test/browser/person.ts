import type { Locator, Page } from '@playwright/test';
import { TIMEOUT_MS } from './chromium.ts';
import { box } from './page-parts.ts';
import { expect } from './with-chromium.ts';

/**
 * Uses the page by keyboard or touch alone. Counts every action. Text typed in one go is one
 * action, and so is each other key and each tap. It never scrolls, and it taps only what is
 * visible.
 */
export class Person {
  readonly page: Page;
  actions = 0;
  /** How many of the actions were typed text. */
  texts = 0;

  constructor(page: Page) {
    this.page = page;
  }

  /**
   * Types into the focused element, without focusing one first. After the first letter, the rest is
   * inserted as by a keyboard with suggestions.
   */
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

  /**
   * Presses Tab until an element has the focus.
   * @returns the names of the stops before it
   */
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
    // A disabled control is not tapped.
    await expect(target).toBeEnabled();
    // Results that arrive late may replace the element in the meantime.
    await expect(async () => {
      const { x, y, isSeen, size } = await placeToTap(target);
      expect(isSeen, `${target} is in sight`).toBe(true);
      expect(size, `${target} is large enough for a finger`).toBeGreaterThanOrEqual(44);
      await this.page.touchscreen.tap(x, y);
    }).toPass({ timeout: TIMEOUT_MS });
  }

  /** Chooses from a native select: one tap to open it, another to choose. */
  async choose(list: Locator, option: string): Promise<void> {
    this.actions += 2;
    await list.selectOption(option);
  }
}

/** Returns the middle of an element, its shorter side, and whether nothing covers it. */
function placeToTap(target: Locator) {
  return target.evaluate(async (element) => {
    // Waits until animations have finished, as a person would; if one is canceled, it rejects.
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const there = document.elementFromPoint(x, y);
    const isSeen = there !== null && (element.contains(there) || there.contains(element));
    return { x, y, isSeen, size: Math.min(width, height) };
  });
}

function nameOfFocus(): string {
  const { activeElement } = document;
  return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '';
}

/** Taps the search box, which selects its text, so that typing replaces it. */
export async function tapToReplace(person: Person): Promise<void> {
  await person.tap(box(person.page));
  await person.page.waitForFunction(() => {
    const { activeElement: box } = document;
    if (!(box instanceof HTMLInputElement)) return false;
    return box.selectionEnd === box.value.length && box.selectionStart === 0;
  });
}
