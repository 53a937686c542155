import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { env } from 'node:process';
import type { Page } from '@playwright/test';
import { expect } from './with-chromium.ts';

// Compares what a screen reader hears of a view, with all its texts, links and states, with a file
// in views/. After an intended change, this writes them anew:
// VIEWS=write npx vitest run test/browser/page-accessibility.test.ts

const VIEWS = new URL('views/', import.meta.url);

/** A day of the last week; in January it may have a year. */
const DATE =
  /\p{L}+day, \p{L}+ \d+(?:, \d{4})?|(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo), \d+(?: de)? \p{L}+(?: de \d{4})?|\d{4}-\d\d-\d\d/gu;

/** How many of adjacent rows, items or options are compared: further ones resemble them. */
const MOST_ALIKE = 6;

/** Expects the page to be as in the file with this name. */
export async function expectView(page: Page, name: string): Promise<void> {
  const file = new URL(`${name.replaceAll(/\W+/g, '-')}.yml`, VIEWS);
  if (env.VIEWS === 'write') await writeView(page, file);
  await expect
    .poll(async () => shortened(await page.locator('body').ariaSnapshot()))
    .toBe(readFileSync(file, 'utf8'));
}

/** Writes the file until the page no longer changes. */
async function writeView(page: Page, file: URL): Promise<void> {
  mkdirSync(VIEWS, { recursive: true });
  await expect(async () => {
    const last = existsSync(file) ? readFileSync(file, 'utf8') : '';
    const seen = shortened(await page.locator('body').ariaSnapshot());
    writeFileSync(file, seen);
    expect(seen).toBe(last);
  }).toPass();
}

/** Leaves out rows like those before them, and what differs between runs. */
function shortened(snapshot: string): string {
  const alike: number[] = [];
  let skipped = Number.POSITIVE_INFINITY;
  const lines = snapshot.split('\n').filter((line) => {
    const depth = line.search(/\S/);
    if (depth > skipped) return false;
    const isAlike = /^ *- (?:row|listitem|option)\b/.test(line);
    const count = isAlike ? (alike[depth] ?? 0) + 1 : 0;
    alike.splice(depth, Number.POSITIVE_INFINITY);
    alike[depth] = count;
    skipped = count > MOST_ALIKE ? depth : Number.POSITIVE_INFINITY;
    return count <= MOST_ALIKE;
  });
  return `${lines.join('\n')}\n`
    .replaceAll(/(localhost|127\.0\.0\.1):\d+/g, '$1')
    .replaceAll(DATE, 'a date');
}
