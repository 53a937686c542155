import { DEFAULT_NAMES, DEFAULT_TABLE } from '../../catalog/entry-store.ts';
import { LANGUAGES } from '../../catalog/food-catalog.ts';
import { isPrivateHost } from '../../cors/private-host.ts';
import { LICENSE_URLS } from '../../food/table-terms.ts';
import { BUNDLED_DATABASE, BUNDLED_FOODS } from '../bundled-foods.ts';
import { choice, names, type SettingGroup, seconds, text, textMatching } from '../setting-types.ts';
import { FILE_PATH, SWITCH } from './server.ts';

// The food settings, with their defaults and help: database, index, language and others.

/** Allows plain http only in private networks, since the file could be altered in transit. */
function isPathOrSafeAddress(text: string): boolean {
  if (!/^(https?:|[\w+.-]+:\/\/)/i.test(text)) return text !== '';
  const { protocol, hostname = '' } = URL.parse(text) ?? {};
  return protocol === 'https:' || (protocol === 'http:' && isPrivateHost(hostname));
}

export const FOOD_SETTINGS = {
  database: {
    placeholder: '<database>',
    variable: 'DATABASE_URL',
    type: text(),
    values: 'the path of a SQLite file, or postgres://user:password@host/name',
    default: BUNDLED_DATABASE,
    defaultText: 'the bundled USDA foods',
    isPath: true,
    isSecret: true,
    description: 'database that contains the foods',
    remarks:
      'On the command line, `DATABASE_URL_FILE` names a file that contains the URL, and `PGPASSFILE` a file with passwords.',
  },
  foods: {
    placeholder: '<name>',
    variable: 'FOODS',
    type: choice(BUNDLED_FOODS),
    values: 'one of sr28, usda',
    defaultText: 'sr28',
    description: 'which bundled foods to serve',
    remarks:
      '`sr28` is USDA Standard Reference 28 (8,790 foods). `usda` adds FNDDS 2021–2023 (foods as eaten) and Foundation Foods: 14,537 in all, with `id` and `source`. Cannot be combined with `database`.',
  },
  table: {
    placeholder: '<name>',
    type: text(),
    values: 'the name of a table or view such as entries',
    defaultText: DEFAULT_TABLE,
    description: 'table or view that contains the foods',
    remarks: 'In PostgreSQL, it may be `schema.name`.',
  },
  key: {
    placeholder: '<column>',
    type: text(),
    values: 'the name of a column such as id',
    defaultText: 'look up by id, ndb_no, fdc_id or code, if unique; order by primary key',
    description: 'column to look up and order the foods by',
    remarks:
      'Text is ordered by its bytes. A table without a primary key is served in the order in which it is stored.',
  },
  names: {
    placeholder: '<column>',
    type: text(),
    values: 'the name of a column such as common_names',
    defaultText: `${DEFAULT_NAMES}, if the table has it`,
    description: 'column with other names of each food, for match=fuzzy',
    remarks:
      'Commas, semicolons or parentheses separate the names. They apply only to the food in their row, and are not returned unless the column is in `fields`.',
  },
  fields: {
    placeholder: '<names>',
    type: names(),
    values: 'names of columns, or * for all of them',
    defaultText:
      'all for the bundled table, none for other tables, except those that interfaces read',
    description: 'additional columns that callers may request',
    remarks: 'Your own table offers none by default, since it may contain private data.',
  },
  index: {
    placeholder: '<path>',
    type: textMatching(isPathOrSafeAddress),
    values:
      'the path of a file written by food-lookup index, or its URL: https, or http on your own network',
    defaultText: 'the table is read and indexed at startup',
    isPath: true,
    isSecret: true,
    description: 'prebuilt index of the table, for a faster start',
    remarks:
      'Later changes to the table are read after startup. An index created by a different version or with different settings is skipped with a warning. On the command line, `FOOD_INDEX_FILE` names a file that contains the URL.',
  },
  follow: {
    ...SWITCH,
    description:
      'serve the indexes that food-lookup index --follow publishes to --index, without a database',
    remarks:
      '`index` is then the URL or folder to which that command publishes. Until an index is published, the service answers with 503. The table and its columns are settings of that command.',
  },
  indexCache: {
    placeholder: '<folder>',
    type: text(),
    values: 'the path of a folder that only this user may write to',
    defaultText: 'nothing is kept',
    isPath: true,
    description: 'folder to keep the index in, for the next start',
    remarks:
      'A kept index is used as long as the table, the settings and the version are the same. Each service writes its own file, and rewrites it after each change.',
  },
  license: {
    placeholder: '<license>',
    type: textMatching((text) => text in LICENSE_URLS || URL.parse(text)?.protocol === 'https:'),
    values: `one of ${Object.keys(LICENSE_URLS).join(', ')}, or the https URL of another`,
    defaultText: 'CC0-1.0 for bundled foods, else the license of each row',
    description: 'license of the foods, sent along with them',
    remarks:
      'It is in the header `Link` with `rel="license"`, in `/api/fields` and in the OpenAPI document. Set it if the table is under CC BY or ODbL, which require it.',
  },
  attribution: {
    placeholder: '<text>',
    type: text(/^[^\p{Cc}]{1,300}$/u),
    values: 'a line of at most 300 characters',
    defaultText: 'USDA for bundled foods, none for other tables',
    description: 'source to credit for the foods',
  },
  language: {
    placeholder: '<language>',
    type: choice(LANGUAGES),
    values: `one of ${LANGUAGES.join(', ')}; with none, words match only as written`,
    default: 'english',
    description: 'language of the descriptions, for match=fuzzy',
    remarks:
      '`english` finds singular and plural, and knows other names of foods. `de`, `es`, `fr`, `it` and `pt` know the endings, stop words and amounts of the language.',
  },
  synonyms: {
    ...FILE_PATH,
    values: 'the path of a text file like data/synonyms.tsv',
    defaultText: 'only the bundled names',
    description: 'file with more names of foods, for match=fuzzy',
    remarks: 'Its entries replace those for the same names in the bundled `data/synonyms.tsv`.',
  },
  refresh: {
    ...seconds(0, 86_400),
    default: 10,
    description: 'how often to check whether the foods have changed; 0 turns it off',
    remarks:
      'Changes that the database announces are seen immediately. With 0, the service neither checks nor listens for announcements.',
  },
  wait: {
    ...seconds(0, 86_400),
    default: 0,
    description: 'how long to wait for the database at startup',
  },
} as const satisfies SettingGroup;
