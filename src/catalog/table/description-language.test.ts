import { expect, test } from 'vitest';
import { DescriptionLanguage } from './description-language.ts';

test.each([
  ['de', ['Hühnerei roh', 'Spinat gekocht', 'Brot mit Nüssen', 'Milch']],
  ['fr', ['Épinard, cuit', 'Carotte, crue', 'Salade au thon, sans sauce', 'Lait']],
  ['es', ['Espinaca cocida', 'Atún sin sal', 'Pan y queso', 'Leche']],
  ['it', ['Spinaci cotti', 'Latte di mucca', 'Riso cotto', 'Carota cruda']],
  ['pt', ['Arroz, integral, cozido', 'Leite sem lactose', 'Pão com manteiga', 'Ovo']],
  [undefined, ['Spinach, cooked', 'Bread with nuts', 'Crème fraîche', 'Milk']],
  [undefined, ['Gulerod, rå', 'Brød', 'Mælk', 'Æble']],
])('names are in %s', (setting, names) => {
  const language = new DescriptionLanguage();
  for (const name of names) language.add(name);
  expect(language.setting).toBe(setting);
});
