import type { Page } from '@playwright/test';
import { type FoodSite, withSite } from './food-site.ts';
import { foundFor } from './page-parts.ts';
import { expect, test } from './with-chromium.ts';

let site: FoodSite;
withSite.beforeAll(({ foodSite }) => {
  site = foodSite;
});

const WIDTHS = [320, 360, 390, 480, 641, 768, 1024, 1025, 1280];
/** The smallest width of each layout. */
const NARROWEST = [320, 641, 1025];
/** With a smaller gap, two words in a line look like one. */
const MIN_GAP_PX = 3;

interface Words {
  readonly text: string;
  /** The element that the words belong to. Words of the same element may touch. */
  readonly owner: Element;
  /** The layer that contains the words, if it lies over the rest of the page. */
  readonly layer: Element | null;
  readonly box: DOMRect;
}

/** Returns the words of headings, labels, values, and buttons that overlap or touch in a line. */
async function touchingWords(page: Page): Promise<string[]> {
  return page.evaluate((gap) => {
    const words: Words[] = [];
    const note = (owner: Element, text: string, boxes: Iterable<DOMRect>) => {
      const layer = owner.closest('thead, .search-box, .plate, .plate-bar, .compare-tray');
      for (const box of boxes) words.push({ text, owner, layer, box });
    };
    const isSeen = (element: Element) =>
      element.checkVisibility({ opacityProperty: true }) && element.closest('.unseen') === null;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const owner = node.parentElement?.closest('th, td, label, button, summary, h1, h2, h3, a, p');
      if (!owner || !isSeen(owner) || node.nodeValue?.trim() === '') continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      note(owner, node.nodeValue ?? '', range.getClientRects());
    }
    // The search box contains its key hints and its button.
    const fields = 'select, input:not([type="radio"], [type="search"])';
    for (const field of document.querySelectorAll(fields))
      if (isSeen(field)) note(field, field.tagName, [field.getBoundingClientRect()]);
    const touches = (a: Words, b: Words) =>
      a.owner !== b.owner &&
      a.layer === b.layer &&
      a.box.top + 1 < b.box.bottom - 1 &&
      b.box.top + 1 < a.box.bottom - 1 &&
      a.box.left < b.box.right + gap &&
      b.box.left < a.box.right + gap;
    const inSight = words.filter(({ box }) => box.top < innerHeight && box.bottom > 0);
    return inSight.flatMap((a, i) =>
      inSight
        .slice(i + 1)
        .filter((b) => touches(a, b))
        .map((b) => `“${a.text}” and “${b.text}”`),
    );
  }, MIN_GAP_PX);
}

const PLATE = 'item=2_50_large_01123_143_12.56_9.51_0.72_Egg&item=3_250_cup__1000_9_9_90_Drink';

test.each([
  '/#q=milk',
  '/#q=cheese&sort=-fa_mono_g&until=1&group=Dairy+and+Egg+Products',
  '/#compare=01009,01077,01123,20038',
  '/#food=01009',
  `/#${PLATE}`,
])('no words of %s touch each other at any width, in English and Spanish', async (path) => {
  const page = await site.open(path);
  const expectSpace = async (widths: readonly number[]) => {
    await page.locator('.results, table').first().waitFor();
    await page.waitForLoadState('networkidle');
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => touchingWords(page), `${width} pixels wide`).toEqual([]);
    }
  };
  await expectSpace(NARROWEST);
  await page.getByRole('combobox', { name: 'Language' }).selectOption('es');
  await page.getByRole('combobox', { name: 'Idioma' }).waitFor();
  await expectSpace(WIDTHS);
});

test('touching words are caught', async () => {
  const viewport = { width: 320, height: 900 };
  const page = await site.open('/#q=milk', { viewport, locale: 'es-ES' });
  await foundFor(page, 'milk').waitFor();
  await page.evaluate(() => {
    for (const { style } of document.querySelectorAll<HTMLElement>('.results tr'))
      Object.assign(style, {
        gridTemplateColumns: '2.5rem 1fr 1.25fr 1fr 6.75rem',
        columnGap: '0',
      });
  });
  await expect.poll(() => touchingWords(page)).toContain('“Carbos” and “Proteína”');
});
