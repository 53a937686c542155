// Known licenses, the licenses of the bundled tables, and whom to credit for a table or its rows.

/** The license and source of a table, as set by `--license` and `--attribution`. */
export interface TableTerms {
  /** The name of the license, or its URL if it is not one of the known ones. */
  readonly license: string;
  readonly licenseUrl: string;
  /** Whom to credit; `undefined` if not set. */
  readonly attribution: string | undefined;
}

/** Returns the licenses of the foods currently served. */
export type GetTerms = () => readonly TableTerms[];

/** Maps the SPDX IDs of licenses that food tables use to the licenses' URLs. */
export const LICENSE_URLS: Readonly<Record<string, string>> = {
  'CC0-1.0': 'https://creativecommons.org/publicdomain/zero/1.0/',
  'CC-BY-4.0': 'https://creativecommons.org/licenses/by/4.0/',
  'CC-BY-SA-4.0': 'https://creativecommons.org/licenses/by-sa/4.0/',
  'ODbL-1.0': 'https://opendatacommons.org/licenses/odbl/1-0/',
  'etalab-2.0': 'https://www.etalab.gouv.fr/licence-ouverte-open-licence/',
  'OGL-UK-3.0': 'https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/',
  'OGL-Canada-2.0': 'https://open.canada.ca/en/open-government-licence-canada',
};

/** The license and source of the bundled tables. */
export const USDA_TERMS: TableTerms = {
  license: 'CC0-1.0',
  licenseUrl: 'https://creativecommons.org/publicdomain/zero/1.0/',
  attribution:
    'U.S. Department of Agriculture, Agricultural Research Service. FoodData Central. fdc.nal.usda.gov',
};

/** Returns the terms in the settings; `undefined` if they name no license. */
export function termsOf(license: string | undefined, attribution: string | undefined) {
  if (license === undefined) return undefined;
  return { license, licenseUrl: LICENSE_URLS[license] ?? license, attribution };
}

/**
 * How many licenses and sources are named, and how long they may be: more would not fit into a
 * header. Clients can read each row's own terms.
 */
const [MAX_LICENSES, MAX_SOURCES, MAX_TERM_LENGTH] = [8, 8, 100];

/**
 * Returns the terms of rows, from their licenses and sources. Licenses without a short HTTPS URL
 * are left out.
 */
export function termsOfRows(rows: ReadonlyMap<string, readonly string[]>): readonly TableTerms[] {
  return [...rows].slice(0, MAX_LICENSES).flatMap(([license, sources]): readonly TableTerms[] => {
    const address = URL.parse(LICENSE_URLS[license] ?? license);
    if (address?.protocol !== 'https:' || address.href.length > MAX_TERM_LENGTH) return [];
    const named = sources.slice(0, MAX_SOURCES).map((text) => text.slice(0, MAX_TERM_LENGTH));
    const attribution = named.length === 0 ? undefined : named.join(', ').toWellFormed();
    return [{ license, licenseUrl: address.href, attribution }];
  });
}
