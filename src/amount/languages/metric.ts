import { METRIC, type Vocabulary } from './vocabulary.ts';

/** Amounts in metric units, whatever the language around them. */
export const METRIC_ONLY: Vocabulary = {
  numbers: {},
  units: METRIC,
  dozens: [],
  fillers: [],
  to: [],
  plus: [],
  from: [],
  asides: [],
  cuts: [],
  describing: [],
  of: [],
  and: [],
  articles: [],
  tellers: [],
  telling: [],
  occasions: [],
  before: [],
  with: [],
  linking: [],
  namesAfterNumber: ['%'],
  namesAfterUnit: [],
  namesAfterHalf: [],
  namesAfterSize: [],
  commaGroups: false,
};
