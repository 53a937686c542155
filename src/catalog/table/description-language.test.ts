import { expect, test } from 'vitest';
import { DescriptionLanguage } from './description-language.ts';

test.each([
  ['de', ['Hühnerei roh', 'Spinat gekocht', 'Brot mit Nüssen', 'Milch']],
  ['fr', ['Épinard, cuit', 'Carotte, crue', 'Salade au thon, sans sauce', 'Lait']],
  ['es', ['Espinaca cocida', 'Atún sin sal', 'Pan y queso', 'Leche']],
  ['it', ['Spinaci cotti', 'Latte di mucca', 'Riso cotto', 'Carota cruda']],
  ['pt', ['Arroz, integral, cozido', 'Leite sem lactose', 'Pão com manteiga', 'Ovo']],
  [undefined, ['Spinach, cooked', 'Bread with nuts', 'Crème fraîche', 'Milk']],
  // One name in ten is enough, if no other language has nearly as many.
  ['de', ['Ei mit Speck', ...Array.from({ length: 9 }, () => 'Ei')]],
  [undefined, ['Ei mit Speck', ...Array.from({ length: 10 }, () => 'Ei')]],
  ['de', ['roh', 'roh', 'roh', 'roh', 'cuit', 'cuit', 'cuit']],
  [undefined, ['roh', 'roh', 'roh', 'roh', 'roh', 'cuit', 'cuit', 'cuit', 'cuit']],
  ['de', ['cuit', 'roh', 'roh']],
  ['fr', ['roh', 'cuit', 'cuit']],
  ['de', [...Array.from({ length: 13 }, () => 'roh'), ...Array.from({ length: 10 }, () => 'cuit')]],
  // A word counts once for a name, in any case, and only whole.
  [undefined, ['mit mit mit mit', 'avec']],
  ['de', ['MIT', 'ROH']],
  [undefined, ['Mitte', 'Rohr']],
  [undefined, []],
  [undefined, ['Gulerod, rå', 'Brød', 'Mælk', 'Æble']],
])('names are in %s', (setting, names) => {
  const language = new DescriptionLanguage();
  for (const name of names) language.add(name);
  expect(language.setting).toBe(setting);
});
