import type { StoredValue } from '../src/food/stored-value.ts';

/** A food as every variant of a table has it. */
export interface TrueFood {
  readonly description: string;
  readonly code: string;
  readonly amounts: Readonly<Record<string, number | null>>;
}

/** How a table is written. Everything that real tables differ in, and that changes no value. */
export interface Variant {
  readonly language: keyof typeof HEADERS;
  readonly delimiter: ',' | ';' | '\t' | '|';
  readonly decimal: '.' | ',';
  /** Between groups of thousands. */
  readonly thousands: '' | '.' | ',' | ' ' | '\u202f' | "'" | '’';
  readonly units:
    | 'parentheses'
    | 'per 100 g'
    | 'brackets'
    | 'underscore'
    | 'row'
    | 'columns'
    | 'none';
  readonly energy: 'kcal' | 'kJ' | 'kJ and kcal' | 'kJ without unit';
  readonly encoding:
    | 'utf-8'
    | 'utf-8 with mark'
    | 'windows-1252'
    | 'utf-16le'
    | 'utf-16be'
    | 'shift_jis';
  readonly lineEnd: '\n' | '\r\n' | '\r';
  readonly titles: number;
  readonly footnotes: number;
  readonly quotes: 'all' | 'needed';
  readonly trace: string;
  readonly missing: string;
  /** Around estimated values: `(12)`, `[12]`, `12*`. */
  readonly estimated: readonly [string, string];
  readonly blankRows: boolean;
}

/** The order of the columns in a variant. Sodium is in mg, fat and its parts in g. */
const COLUMNS = [
  'protein_g',
  'carbohydrate_g',
  'lipid_total_g',
  'fa_sat_g',
  'fa_mono_g',
  'fa_poly_g',
  'fiber_td_g',
  'sugar_g',
  'sodium_mg',
  'calcium_mg',
  'iron_mg',
  'vit_c_mg',
] as const;

const UNITS: Readonly<Record<string, string>> = {
  sodium_mg: 'mg',
  calcium_mg: 'mg',
  iron_mg: 'mg',
  vit_c_mg: 'mg',
};

/** Names as national tables have them: code, name, energy, then those of COLUMNS. */
export const HEADERS = {
  english: [
    'Food code',
    'Food name',
    'Energy',
    'Protein',
    'Carbohydrate',
    'Fat',
    'Saturated fatty acids',
    'Monounsaturated fatty acids',
    'Polyunsaturated fatty acids',
    'Dietary fibre',
    'Total sugars',
    'Sodium',
    'Calcium',
    'Iron',
    'Vitamin C',
  ],
  french: [
    'alim_code',
    'alim_nom_fr',
    'Énergie',
    'Protéines',
    'Glucides',
    'Lipides',
    'AG saturés',
    'AG monoinsaturés',
    'AG polyinsaturés',
    'Fibres alimentaires',
    'Sucres',
    'Sodium',
    'Calcium',
    'Fer',
    'Vitamine C',
  ],
  german: [
    'Code',
    'Lebensmittel',
    'Energie',
    'Eiweiß',
    'Kohlenhydrate',
    'Fett',
    'Fettsäuren, gesättigt',
    'Fettsäuren, einfach ungesättigt',
    'Fettsäuren, mehrfach ungesättigt',
    'Ballaststoffe',
    'Zucker',
    'Natrium',
    'Calcium',
    'Eisen',
    'Vitamin C',
  ],
  spanish: [
    'Código',
    'Alimento',
    'Energía',
    'Proteínas',
    'Hidratos de carbono',
    'Lípidos',
    'Ácidos grasos saturados',
    'Ácidos grasos monoinsaturados',
    'Ácidos grasos poliinsaturados',
    'Fibra',
    'Azúcares',
    'Sodio',
    'Calcio',
    'Hierro',
    'Vitamina C',
  ],
  italian: [
    'Codice alimento',
    'Alimento',
    'Energia',
    'Proteine',
    'Carboidrati',
    'Lipidi',
    'Acidi grassi saturi',
    'Acidi grassi monoinsaturi',
    'Acidi grassi polinsaturi',
    'Fibra alimentare',
    'Zuccheri solubili',
    'Sodio',
    'Calcio',
    'Ferro',
    'Vitamina C',
  ],
  portuguese: [
    'Código',
    'Descrição dos alimentos',
    'Energia',
    'Proteína',
    'Carboidrato',
    'Lipídeos',
    'Saturados',
    'Monoinsaturados',
    'Poliinsaturados',
    'Fibra Alimentar',
    'Açúcares',
    'Sódio',
    'Cálcio',
    'Ferro',
    'Vitamina C',
  ],
  dutch: [
    'NEVO-code',
    'Voedingsmiddelnaam',
    'Energie',
    'Eiwit totaal',
    'Koolhydraten',
    'Vet totaal',
    'Vetzuren totaal verzadigd',
    'Vetzuren totaal enkelvoudig onverzadigd',
    'Vetzuren totaal meervoudig onverzadigd',
    'Voedingsvezel',
    'Suiker totaal',
    'Natrium',
    'Calcium',
    'IJzer',
    'Vitamine C',
  ],
  swedish: [
    'Livsmedelsnummer',
    'Livsmedelsnamn',
    'Energi',
    'Protein',
    'Kolhydrater, tillgängliga',
    'Fett, totalt',
    'Summa mättade fettsyror',
    'Summa enkelomättade fettsyror',
    'Summa fleromättade fettsyror',
    'Fibrer',
    'Sockerarter, totalt',
    'Natrium',
    'Kalcium',
    'Järn',
    'Vitamin C',
  ],
  danish: [
    'FødevareID',
    'FødevareNavn',
    'Energi',
    'Protein',
    'Kulhydrat, tilgængelig',
    'Fedt',
    'Mættede fedtsyrer',
    'Monoumættede fedtsyrer',
    'Polyumættede fedtsyrer',
    'Kostfiber',
    'Sukker',
    'Natrium',
    'Calcium',
    'Jern',
    'C-vitamin',
  ],
  norwegian: [
    'MatvareID',
    'Matvare',
    'Energi',
    'Protein',
    'Karbohydrat',
    'Fett',
    'Mettede fettsyrer',
    'Enumettede fettsyrer',
    'Flerumettede fettsyrer',
    'Kostfiber',
    'Sukker, totalt',
    'Natrium',
    'Kalsium',
    'Jern',
    'Vitamin C',
  ],
  finnish: [
    'Koodi',
    'Elintarvike',
    'Energia',
    'Proteiini',
    'Hiilihydraatti, imeytyvä',
    'Rasva',
    'Rasvahapot tyydyttyneet',
    'Rasvahapot yksittäistyydyttymättömät',
    'Rasvahapot monityydyttymättömät',
    'Kuitu',
    'Sokerit',
    'Natrium',
    'Kalsium',
    'Rauta',
    'C-vitamiini',
  ],
  japanese: [
    '食品番号',
    '食品名',
    'エネルギー',
    'たんぱく質',
    '炭水化物',
    '脂質',
    '飽和脂肪酸',
    '一価不飽和脂肪酸',
    '多価不飽和脂肪酸',
    '食物繊維総量',
    '糖類',
    'ナトリウム',
    'カルシウム',
    '鉄',
    'ビタミンC',
  ],
  tagnames: [
    'FoodCode',
    'FoodName',
    'ENERC',
    'PROCNT',
    'CHOCDF',
    'FAT',
    'FASAT',
    'FAMS',
    'FAPU',
    'FIBTG',
    'SUGAR',
    'NA',
    'CA',
    'FE',
    'VITC',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

const KJ_PER_KCAL = 4.184;

/** The bytes of a table of these foods. */
export function tableAs(variant: Variant, foods: readonly TrueFood[]): Uint8Array {
  const names: readonly string[] = HEADERS[variant.language];
  const [code = '', name = '', energy = '', ...others] = names;
  const energies: readonly (readonly [string, string])[] = {
    kcal: [[energy, 'kcal'] as const],
    kJ: [[energy, 'kJ'] as const],
    'kJ and kcal': [[energy, 'kJ'] as const, [energy, 'kcal'] as const],
    'kJ without unit': [[energy, ''] as const],
  }[variant.energy];
  const columns: readonly (readonly [string, string])[] = [
    ...energies,
    ...COLUMNS.map((column, i) => [others[i] ?? '', UNITS[column] ?? 'g'] as const),
  ];
  const hasColumnsOfUnits = variant.units === 'columns';
  const header = [
    code,
    name,
    ...columns.flatMap(([title, unit]) => {
      const text = unit === '' ? title : titleWith(variant, title, unit);
      return hasColumnsOfUnits ? [text, 'Unit'] : [text];
    }),
  ];
  const rows: string[][] = [];
  for (let n = 0; n < variant.titles; n++)
    rows.push([`Food table, part ${n + 1}`, ...header.slice(1).map(() => '')]);
  rows.push(header);
  if (variant.units === 'row') rows.push(['', '', ...columns.map(([, unit]) => unit)]);
  for (const [n, food] of foods.entries()) {
    const kcal = food.amounts.kcal ?? null;
    const values = [
      ...energies.map(([, unit]) =>
        kcal === null || unit === 'kcal' ? kcal : Number((kcal * KJ_PER_KCAL).toFixed(6)),
      ),
      ...COLUMNS.map((column) => food.amounts[column] ?? null),
    ];
    const cells = values.flatMap((value, i) => {
      const cell = cellOf(variant, value, n + i);
      return hasColumnsOfUnits ? [cell, columns[i]?.[1] ?? ''] : [cell];
    });
    rows.push([food.code, food.description, ...cells]);
    if (variant.blankRows && n % 10 === 9) rows.push(header.map(() => ''));
  }
  for (let n = 0; n < variant.footnotes; n++)
    rows.push(
      ['', ...header.slice(1).map(() => '')],
      [`* Source ${n + 1}: see the manual.`, ...header.slice(1).map(() => '')],
    );
  const text = rows
    .map((row) => row.map((cell) => written(variant, cell)).join(variant.delimiter))
    .join(variant.lineEnd);
  return encoded(variant, text + variant.lineEnd);
}

function titleWith({ units }: Variant, title: string, unit: string): string {
  switch (units) {
    case 'parentheses':
      return `${title} (${unit})`;
    case 'per 100 g':
      return `${title} (${unit}/100 g)`;
    case 'brackets':
      return `${title} [${unit}]`;
    case 'underscore':
      return `${title}_${unit}`;
    case 'row':
    case 'columns':
    case 'none':
      return title;
  }
}

function cellOf(variant: Variant, value: number | null, n: number): string {
  if (value === null) return variant.missing;
  if (value === 0 && n % 2 === 0) return variant.trace;
  const [whole = '', fraction] = String(value).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, variant.thousands);
  const number = fraction === undefined ? grouped : `${grouped}${variant.decimal}${fraction}`;
  const [before, after] = variant.estimated;
  return n % 7 === 3 ? `${before}${number}${after}` : number;
}

function written({ delimiter, quotes }: Variant, cell: string): string {
  const isQuoted =
    quotes === 'all' || cell.includes(delimiter) || cell.includes('"') || /[\r\n]/.test(cell);
  return isQuoted ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function encoded({ encoding }: Variant, text: string): Uint8Array {
  switch (encoding) {
    case 'utf-8':
      return Buffer.from(text);
    case 'utf-8 with mark':
      return Buffer.from(`\ufeff${text}`);
    case 'utf-16le':
      return Buffer.from(`\ufeff${text}`, 'utf16le');
    case 'utf-16be':
      return Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
    case 'windows-1252':
    case 'shift_jis':
      return bytesOf(encoding, text);
  }
}

const TABLES = new Map<string, ReadonlyMap<string, readonly number[]>>();

/** The bytes of each character, found by decoding all that there are. */
function bytesOf(encoding: string, text: string): Uint8Array {
  let table = TABLES.get(encoding);
  if (table === undefined) {
    const decoder = new TextDecoder(encoding);
    const found = new Map<string, readonly number[]>();
    const add = (...bytes: number[]) => {
      const character = decoder.decode(new Uint8Array(bytes));
      if ([...character].length === 1 && character !== '\ufffd' && !found.has(character))
        found.set(character, bytes);
    };
    for (let one = 0; one < 256; one++) add(one);
    if (encoding === 'shift_jis')
      for (let one = 0x81; one < 0xfd; one++) for (let two = 0x40; two < 0xfd; two++) add(one, two);
    TABLES.set(encoding, found);
    table = found;
  }
  const known = table;
  return Buffer.from([...text].flatMap((character) => known.get(character) ?? [0x3f]));
}

/** What of the rows is not as it was, a line each. */
export function differences(
  foods: readonly TrueFood[],
  rows: readonly Readonly<Record<string, StoredValue>>[],
): string[] {
  const wrong = rows.length === foods.length ? [] : [`${rows.length} foods`];
  return [...wrong, ...foods.flatMap((food, n) => differencesOf(food, rows[n] ?? {}))];
}

function differencesOf(
  { description, code, amounts }: TrueFood,
  row: Readonly<Record<string, StoredValue>>,
): string[] {
  const found = Object.entries(row).find(([column]) => column.toLowerCase() === 'code')?.[1];
  const wanted = Object.entries({ description, ...amounts });
  const wrong = wanted.filter(([column, value]) => !isSame(row[column] ?? null, value));
  return [
    ...(found === code ? [] : [`code ${String(found)}, not ${code}`]),
    ...wrong.map(
      ([column, value]) => `${description}: ${column} ${String(row[column])}, not ${value}`,
    ),
  ];
}

/** Conversions keep twelve digits. */
function isSame(is: StoredValue, wanted: string | number | null): boolean {
  if (typeof is !== 'number' || typeof wanted !== 'number') return is === wanted;
  return Math.abs(is - wanted) <= 1e-6 * Math.max(1, wanted);
}
