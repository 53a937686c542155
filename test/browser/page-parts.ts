import type { Locator, Page } from 'playwright-core';

// What the tests of the page look at and wait for.

/** The search box. */
export const box = (page: Page) => page.getByRole('combobox', { name: 'Search foods' });

/** The rows of the results. */
export const rows = (page: Page) => page.locator('#results tbody').getByRole('row');

/** Waits until a food is the best match of what was typed, all of it: Enter would add it. */
export const firstIs = (page: Page, name: string) =>
  page.locator('#results-0.active').filter({ hasText: name }).waitFor();

/** Waits until the search says how many foods there are. */
export const shown = (page: Page, text: RegExp) =>
  page.getByRole('search').getByRole('status').filter({ hasText: text }).waitFor();

/** Where an element is that is seen. */
export async function boundsOf(element: Locator) {
  const bounds = await element.boundingBox();
  if (bounds === null) throw new Error(`${element} is not seen`);
  return bounds;
}

/** The texts of a row: the name, and what follows from its amount. */
export async function cellsOf(row: Locator): Promise<string[]> {
  return (await row.getByRole('gridcell').allTextContents()).slice(0, 5);
}

/** The texts of the best match. */
export const cells = (page: Page) => cellsOf(rows(page).first());
