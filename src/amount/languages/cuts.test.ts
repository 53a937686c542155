import { expect, test } from 'vitest';
import { readAmount } from '../vocabularies.ts';

test.each([
  ['en', '1 cup chopped onions', 'onions'],
  ['es', '200 g cebolla picada', 'cebolla'],
  ['es', '2 huevos batidos', 'huevos'],
  ['fr', '200 g de carottes hachées', 'carottes'],
  ['fr', '1 oignon émincé', 'oignon'],
  ['de', '200 g gehackte Zwiebeln', 'Zwiebeln'],
  ['de', '1 Apfel geschnitten', 'Apfel'],
  ['it', '2 uova sbattute', 'uova'],
  ['it', '1 cipolla tritata', 'cipolla'],
  ['pt', '1 cebola picada', 'cebola'],
  ['pt', '2 ovos batidos', 'ovos'],
] as const)('in %s, the food in %j, without words for its cut, is %j', (language, text, food) => {
  expect(readAmount(text, language)?.food).toBe(food);
});
