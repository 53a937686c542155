import type { Nutrient } from '../../catalog/nutrients.ts';
import type { SourcePortion } from '../../catalog/table/portions.ts';
import { objectRecords } from '../files/json-objects.ts';
import type { FindingCounts } from '../import-report.ts';
import type { Json, RawRecord, RecordSource } from '../record-source.ts';
import { isRecord, scalar } from '../record-source.ts';
import type { FdcDetails, FdcLayout } from './fdc-fields.ts';
import { fdcLayout, isCommonName, portionText, servingPortions } from './fdc-fields.ts';
import { withAmounts } from './fdc-rows.ts';

// Reads FoodData Central's JSON download: nutrients in full and abridged form, portions,
// categories.

/** Opens FoodData Central's JSON: Foundation, SR Legacy, Survey or Branded. */
export function openFdcJson(
  batches: AsyncIterable<readonly unknown[]>,
  nutrients: readonly Nutrient[],
  findings: FindingCounts,
): RecordSource {
  const layout = fdcLayout(nutrients);
  const toRecord = (food: Json, place: number): RawRecord[] => {
    const values = layout.detailValues(aboutFood(food), portionsOf(food));
    const amounts = listOf(food.foodNutrients).flatMap((entry) => amountOf(entry, layout));
    return [withAmounts(layout.header, { place, values }, amounts, findings)];
  };
  return { ...layout, batches: objectRecords(batches, findings, toRecord) };
}

/** In the full form, the nutrient is an object; in the abridged one, only a number. */
function amountOf({ nutrient, number, amount }: Json, { placeOf }: FdcLayout) {
  const at = placeOf(String(isRecord(nutrient) ? nutrient.id : number));
  const value = scalar(amount);
  return at === undefined || value === undefined ? [] : [[at, value] as const];
}

function portionsOf(food: Json): readonly SourcePortion[] {
  const portions = listOf(food.foodPortions)
    .toSorted((a, b) => Number(a.sequenceNumber ?? 0) - Number(b.sequenceNumber ?? 0))
    .map((portion) => ({
      grams: scalar(portion.gramWeight),
      text: portionText(
        textOf(portion.portionDescription),
        textOf(portion.amount),
        isRecord(portion.measureUnit) ? textOf(portion.measureUnit.name) : '',
        textOf(portion.modifier),
      ),
    }));
  if (portions.length > 0) return portions;
  return servingPortions(
    scalar(food.servingSize),
    textOf(food.servingSizeUnit),
    textOf(food.householdServingFullText),
  );
}

/** Returns a food's details. Branded and survey foods have their own kinds of categories. */
function aboutFood(food: Json): FdcDetails {
  const category = [food.foodCategory, food.wweiaFoodCategory].find(isRecord);
  const commonNames = listOf(food.foodAttributes)
    .filter(({ name, foodAttributeType: type }) =>
      isCommonName(textOf(name), isRecord(type) ? textOf(type.id) : ''),
    )
    .map(({ value }) => textOf(value));
  return {
    fdc_id: scalar(food.fdcId),
    description: scalar(food.description),
    ndb_no: scalar(food.ndbNumber),
    food_group:
      scalar(category?.description ?? category?.wweiaFoodCategoryDescription) ??
      scalar(food.brandedFoodCategory),
    common_names: commonNames.join(', '),
    manufacturer: scalar(food.brandOwner),
    scientific_name: scalar(food.scientificName),
    gtin: scalar(food.gtinUpc),
    data_type: scalar(food.dataType),
  };
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function textOf(value: unknown): string {
  return String(scalar(value) ?? '').trim();
}
