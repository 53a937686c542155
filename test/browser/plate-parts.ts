import type { Page } from '@playwright/test';
import { firstIs } from './page-parts.ts';

// Locators and actions for the plate's tests.

/** The plate beside the search. */
export const plate = (page: Page) => page.getByRole('region', { name: 'Plate' });

/** The amount field of a food on the plate. */
export const amountOf = (page: Page, name: string) =>
  plate(page).getByRole('textbox', { name: `Amount of ${name}`, exact: true });

/** Sets the amount of a food on the plate. */
export async function setAmount(page: Page, name: string, text: string): Promise<void> {
  await amountOf(page, name).fill(text);
  await amountOf(page, name).press('Enter');
}

/** Searches for a food by name and adds it. */
export async function addFood(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Search foods' }).fill(name);
  // The food may already be offered in a row that the answer then replaces.
  await firstIs(page, name);
  await page.getByRole('button', { name: `Add ${name}`, exact: true }).click();
  await amountOf(page, name).waitFor();
}

/** Opens the plate's menu. */
export const openMenu = (page: Page) => plate(page).getByText('More', { exact: true }).click();

/** Adds one of the foods that are offered before anything is typed. */
export async function addStarter(page: Page, name = 'Oats'): Promise<void> {
  await page.getByRole('button', { name: `Add ${name}`, exact: true }).click();
  await amountOf(page, name).waitFor();
}

/** Returns the arcs of the plate's ring chart, as CSS computes them. */
export const drawnRing = (page: Page) =>
  plate(page)
    .locator('.ring')
    .evaluate((ring) => getComputedStyle(ring, '::before').backgroundImage);
