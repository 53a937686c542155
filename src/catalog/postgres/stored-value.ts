import { ExactNumber, type StoredValue } from '../../food/stored-value.ts';

// Values of PostgreSQL's types (integer, float, numeric, text) as stored values.

// https://github.com/postgres/postgres/blob/master/src/include/catalog/pg_type.dat
const INTEGERS = new Set([20, 21, 23, 26]);
const FLOATS = new Set([700, 701]);
const NUMERIC = 1700;

/** Turns the text of a column's values, as PostgreSQL writes it, into stored values. */
export function valueReader(typeOid: number): (text: string | null) => StoredValue {
  if (INTEGERS.has(typeOid)) return nullOr(toInteger);
  if (FLOATS.has(typeOid)) return nullOr(Number);
  return typeOid === NUMERIC ? nullOr(toDecimal) : (text) => text;
}

function nullOr(read: (text: string) => StoredValue): (text: string | null) => StoredValue {
  return (text) => (text === null ? null : read(text));
}

function toInteger(text: string): StoredValue {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

function toDecimal(text: string): StoredValue {
  const number = Number(text);
  // NaN and infinities are not decimals: like those of floats, they have no JSON form.
  return String(number) === text || !Number.isFinite(number) ? number : new ExactNumber(text);
}
