import type { Locator, Page } from '@playwright/test';

// Locators and waits for the page's tests.

/** The search box. */
export const box = (page: Page) => page.getByRole('combobox', { name: 'Search foods' });

/** The rows of results. */
export const rows = (page: Page) => page.locator('#results tbody').getByRole('row');

/** The foods found for text, in any language. Starter foods are a grid with a different name. */
export const foundFor = (page: Page, text: string) =>
  page.getByRole('grid', { name: new RegExp(`: ${text}$`) });

/** Waits until a food is the best match for the whole text typed, so that Enter adds it. */
export const firstIs = (page: Page, name: string) =>
  page.locator('#results-0.active').filter({ hasText: name }).waitFor();

/** Waits until the search's status matches a text, such as the number of foods. */
export const shown = (page: Page, text: RegExp) =>
  page.getByRole('search').getByRole('status').filter({ hasText: text }).waitFor();

/** Returns the bounds of an element. */
export const boundsOf = (element: Locator) =>
  element.evaluate((found) => found.getBoundingClientRect());

/** The first five cells of a row: the name, and the values for its amount. */
export const cellsOf = (row: Locator) => row.locator(':scope > :nth-child(-n + 5)');

/** The cells of the best match. */
export const cells = (page: Page) => cellsOf(rows(page).first());
