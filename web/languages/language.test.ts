import { expect, onTestFinished, test, vi } from 'vitest';
import {
  chooseLanguage,
  currentLanguage,
  currentLocale,
  gramsText,
  kcalText,
  MISSING,
  mainText,
  numberText,
  percentText,
  sizedText,
  switchLanguage,
  t,
  wantedLanguages,
  weekdayText,
} from './language.ts';

/** Stands in for a browser with these languages, which may refuse storage. */
function browse(languages: readonly string[], isRefusing = false) {
  const stored = new Map<string, string>();
  const use = <Value>(access: () => Value) => {
    if (isRefusing) throw new Error('denied');
    return access();
  };
  const reload = vi.fn();
  const window = { name: 'other' };
  const localStorage = {
    getItem: (key: string) => use(() => stored.get(key) ?? null),
    setItem: (key: string, text: string) => use(() => stored.set(key, text)),
  };
  for (const [name, value] of Object.entries({
    navigator: { languages },
    window,
    localStorage,
    location: { reload },
  }))
    vi.stubGlobal(name, value);
  return { stored, window, reload };
}

test.each([
  [false, 'other', ''],
  [true, 'other', 'es'],
])(
  'the chosen language precedes those of the browser; storage refused: %s',
  (isRefusing, before, after) => {
    const { window, reload, stored } = browse(['en-US', 'es-MX', 'es-ES', 'fr'], isRefusing);
    expect([wantedLanguages(), window.name]).toEqual([['en-US', 'es-MX', 'es-ES', 'fr'], before]);
    switchLanguage('es');
    expect([wantedLanguages(), window.name]).toEqual([['es-MX', 'es-ES', 'es'], after]);
    expect([...stored]).toEqual(isRefusing ? [] : [['food-lookup-language', 'es']]);
    expect(reload).toHaveBeenCalledOnce();
  },
);

test.each([
  [['es-MX'], 'es', 'es-MX'],
  [['de', 'ES_es', 'en'], 'es', 'es'],
  [['fr', 'de'], 'en', 'en-US'],
  [['en-US@posix'], 'en', 'en'],
  [['constructor', 'en-GB'], 'en', 'en-GB'],
  [[], 'en', 'en-US'],
])('of %j, %s is chosen, with the numbers of %s', async (preferred, language, locale) => {
  const html = { lang: '' };
  vi.stubGlobal('document', { documentElement: html });
  onTestFinished(async () => {
    vi.stubGlobal('document', { documentElement: {} });
    await chooseLanguage(['en-US']);
    vi.unstubAllGlobals();
  });
  await chooseLanguage(preferred);
  expect([currentLanguage(), currentLocale(), html]).toEqual([
    language,
    locale,
    { lang: language },
  ]);
  expect(t().close).toBe(language === 'es' ? 'Cerrar' : 'Close');
});

test('numbers have the decimals that suit them', () => {
  expect([
    ...[null, -0.4, 1234.5].map((value) => numberText(value)),
    ...[-0.04, -0.06, 2].map((value) => numberText(value, 1, 1)),
    ...[null, 99.6].map(kcalText),
    ...[null, 0.25].map(gramsText),
    ...[mainText('kcal', 12.3), mainText('fat', 12.3)],
    ...[null, 0, 9.994, 10, 99.94, 100].map((value) => sizedText(value)),
    ...[9.9, 99, 100].map((largest) => sizedText(1.239, largest)),
    ...[percentText(0.125), weekdayText('2026-11-21')],
  ]).toEqual([
    ...[MISSING, '0', '1,235', '0.0', '-0.1', '2.0'],
    ...[MISSING, '100', MISSING, '0.3', '12', '12.3'],
    ...[MISSING, '0', '9.99', '10', '99.9', '100', '1.24', '1.2', '1', '13%', 'Sat'],
  ]);
});
