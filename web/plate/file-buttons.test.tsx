import { expect, onTestFinished, test, vi } from 'vitest';
import { FAKE_DOCUMENT } from '../parts/render.case.ts';
import { MILK, RYE, shownPlate } from './shown-plate.case.tsx';

/** Returns the text of a file, with its byte-order mark. */
const textOf = async (blob: Blob) => Buffer.from(await blob.arrayBuffer()).toString();

/** Opens the menu of a plate whose rows are not loaded yet, and records the saved files. */
async function opened(options = {}, foods = [MILK, RYE]) {
  const files: { readonly name: unknown; readonly type: string; readonly text: Promise<string> }[] =
    [];
  const copied: string[] = [];
  const revoked: string[] = [];
  vi.stubGlobal('navigator', {
    clipboard: { writeText: async (text: string) => void copied.push(text) },
  });
  let blob = new Blob();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((given) => {
    if (given instanceof Blob) blob = given;
    return 'blob:1';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void revoked.push(url));
  const shown = await shownPlate(foods, options);
  await shown.openMenu();
  const { createElement } = FAKE_DOCUMENT;
  vi.spyOn(FAKE_DOCUMENT, 'createElement').mockImplementation((name) => {
    const link = createElement(name);
    if (name === 'a')
      link.addEventListener('click', () => {
        files.push({ name: Reflect.get(link, 'download'), type: blob.type, text: textOf(blob) });
        expect(Reflect.get(link, 'href')).toBe('blob:1');
      });
    return link;
  });
  const status = () => shown.view.all('details').at(-1)?.all('p').at(-1)?.text;
  const save = async (button: string) => {
    shown.press(button);
    await shown.settle();
    const file = files.at(-1);
    return [file?.name, file?.type, await file?.text, status()];
  };
  return { ...shown, copied, revoked, save, status };
}

test('the plate is saved as CSV and JSON, with all nutrients', async () => {
  const { save, store, copied, revoked, settle } = await opened();
  store.dispatch({ kind: 'plate/rename', name: 'a/b: "c" ' });
  expect(await save('Download CSV')).toMatchInlineSnapshot(`
    [
      "a b c.csv",
      "text/csv;charset=utf-8",
      "﻿description,grams,kcal,protein_g,fat_g,carbohydrate_g,count,unit,id,lipid_total_g,fa_sat_g,sodium_mg,vit_c_mg,ash_g
    Milk,200,120,6.6,6.4,9.4,200,g,1,6.4,3.8,76,,1.4
    Rye bread,200,518,17,6.6,96.6,200,g,2,6.6,1.2,1206,0.8,
    ",
      "",
    ]
  `);
  const [json, type, text] = await save('Download JSON');
  const { name, portions, nutrients } = JSON.parse(String(text));
  expect([json, type, name, portions.length]).toEqual([
    ...['a b c.json', 'application/json', 'a/b: "c"', 2],
  ]);
  expect(nutrients.at(-1)).toEqual({ column: 'ash_g', amount: 1.4, unit: 'g', knownOf: 1 });
  await settle();
  expect(revoked).toEqual(['blob:1', 'blob:1']);
  const [, , , status] = await save('Copy CSV');
  expect([status, copied]).toMatchInlineSnapshot(`
    [
      "CSV copied",
      [
        "description,grams,kcal,protein_g,fat_g,carbohydrate_g,count,unit,id,lipid_total_g,fa_sat_g,sodium_mg,vit_c_mg,ash_g
    Milk,200,120,6.6,6.4,9.4,200,g,1,6.4,3.8,76,,1.4
    Rye bread,200,518,17,6.6,96.6,200,g,2,6.6,1.2,1206,0.8,
    ",
      ],
    ]
  `);
});

test.each([
  [' ', 'Sunday, Nov 22.csv'],
  ['///', 'plate.csv'],
])('the file of plate %j is %j', async (name, file) => {
  const { save, store } = await opened();
  store.dispatch({ kind: 'plate/rename', name });
  expect((await save('Download CSV'))[0]).toBe(file);
});

test('missing nutrients and failed copies are reported', async () => {
  let isDown = false;
  const foods = () => (isDown ? Promise.reject(new Error('No')) : new Promise<never>(() => {}));
  const { save, press, settle, status } = await opened({ service: { foods } });
  isDown = true;
  expect((await save('Download CSV'))[3]).toBe(
    'Other nutrients are missing: the service is not sending them.',
  );
  vi.stubGlobal('navigator', {});
  press('Copy CSV');
  await settle();
  expect(status()).toMatchInlineSnapshot(
    `"This browser blocks copying. Use the address bar or a download. Other nutrients are missing: the service is not sending them."`,
  );
});

test('all plates except those from links are saved as one file', async () => {
  const { save, store, tab } = await opened();
  store.dispatch({ kind: 'plate/new' });
  tab.paste('item=50_1_g__1_1_1_1_Rye');
  const [name, type, text = ''] = await save('Download all plates');
  expect([
    name,
    type,
    JSON.parse(String(text)).plates.map(({ portions }: { portions: unknown[] }) => portions.length),
  ]).toEqual([...['plates.json', 'application/json', [0, 2]]]);
});

test('the plate is printed', async () => {
  const { press } = await opened();
  const print = vi.fn();
  vi.stubGlobal('print', print);
  press('Print');
  expect(print).toHaveBeenCalledOnce();
});

test.each([
  ['lunch.v1.csv', 'description,grams\nOats,50', [['lunch.v1', '2026-11-22']], ''],
  [
    'a.json',
    '{"name":"Mine","day":"2026-01-02","portions":[{"food":{"description":"Oats","kcal":1,"protein":1,"fat":1,"carbohydrate":1,"id":null,"measures":[]},"count":1,"unit":{"name":"g","grams":1}}]}',
    [['Mine', '2026-01-02']],
    '',
  ],
  ['a.txt', 'nothing', [], 'a.txt does not contain a plate in CSV or JSON.'],
])('the file %s is opened', async (name, text, plates, said) => {
  const { view, store, status, press } = await opened();
  const [input] = view.all('input').filter(({ shown }) => shown.get('type') === 'file');
  const clicked = vi.fn();
  onTestFinished(() => void clicked.mockReset());
  if (input) input.click = clicked;
  press('Open a file');
  expect(clicked).toHaveBeenCalledOnce();
  input?.fire('change', { currentTarget: { files: [] } });
  input?.fire('change', { currentTarget: { files: [new File(['nothing'], 'b.txt')] } });
  await expect.poll(status).toMatch(/^b\.txt does not/);
  input?.fire('change', { currentTarget: { files: [new File([text], name)] } });
  const added = () => store.state.saved.plates.slice(0, -1).map((plate) => [plate.name, plate.day]);
  await expect.poll(() => [added(), status()]).toEqual([plates, said]);
  expect(Reflect.get(input ?? {}, 'value')).toBe('');
});
