import type { Locator, Page } from '@playwright/test';

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

/** Where an element is. */
export const boundsOf = (element: Locator) =>
  element.evaluate((found) => found.getBoundingClientRect());

/** The cells of a row: the name, and what follows from its amount. */
export const cellsOf = (row: Locator) => row.locator(':scope > :nth-child(-n + 5)');

/** The cells of the best match. */
export const cells = (page: Page) => cellsOf(rows(page).first());
