// The naive fuzzy search: negated words.

const NAIVE_PARTS = ['skin', 'skins', 'peel', 'bone', 'bones'];
const NEGATORS = ['without', 'no', 'not', 'non', 'minus', 'sans', 'excluding'];
const STOP_WORDS = ['a', 'an', 'and', 'the', 'of', 'with', 'in', 'on', 'or', 'for', 'to', 'from'];
const TRAILING_NEGATORS = ['free', 'removed', 'off'];
const SKIPPED_WORDS = [...STOP_WORDS, 'some', 'my', 'added', 'any'];

/**
 * Finds which words of a segment or query are negated, and which words lead up to a negated one.
 */
function naiveNegations(words: readonly string[]) {
  const negated: boolean[] = [];
  const leads: boolean[] = [];
  words.forEach((word, i) => {
    const before = words.findLastIndex((one, at) => at < i && !SKIPPED_WORDS.includes(one));
    const between = words.slice(before + 1, i);
    const isAnother = between.some((one) => one === 'and' || one === 'or');
    const isPending =
      NEGATORS.some((one) => one === words[before]) || (negated[before] && isAnother);
    const isJoiner = negated[before] === true && (word === 'and' || word === 'or');
    const isSkipped = SKIPPED_WORDS.includes(word);
    negated.push(isPending === true && !isSkipped && !NEGATORS.includes(word));
    leads.push(NEGATORS.includes(word) || ((isPending === true || isJoiner) && isSkipped));
  });
  const isNegated = words.map((word, i) => {
    const isPlain = ![...SKIPPED_WORDS, ...NEGATORS, ...TRAILING_NEGATORS].includes(word);
    const isMixed = word === 'lean' && ['and', 'or'].includes(words[i + 1] ?? '');
    return (
      negated[i] === true || isMixed || (TRAILING_NEGATORS.includes(words[i + 1] ?? '') && isPlain)
    );
  });
  return { isNegated, leads };
}

/** Returns the words of a segment, with a hyphen before negated ones. */
export function naiveSegment(words: readonly string[]): string[] {
  const { isNegated } = naiveNegations(words);
  return words.map((word, i) => (isNegated[i] === true ? `-${word}` : word));
}

/**
 * Joins "full fat" into one word, and "in juice" unless "in" belongs to the word before, as in
 * "bone in".
 */
function naivePairs(words: readonly string[]): string[] {
  const followsPart = (at: number): boolean => {
    const before = words[at - 1] ?? '';
    return NAIVE_PARTS.includes(before) || (/^(in|on)$/.test(before) && followsPart(at - 1));
  };
  const isIn = (at: number) => words[at] === 'in' && !followsPart(at);
  const isJuice = (at: number) => isIn(at) && words[at + 1] === 'juice';
  const isFullFat = (at: number) => words[at] === 'full' && words[at + 1] === 'fat';
  return words.flatMap((word, i) => {
    if (isJuice(i) || isFullFat(i)) return [];
    if (isFullFat(i - 1)) return ['fullfat'];
    return [isJuice(i - 1) ? 'injuice' : word];
  });
}

/** Returns the words of a query without negators; "with the skin" and "skin on" become one word. */
export function naiveTyped(asked: readonly string[]): string[] {
  const words = asked.map((word, i) =>
    word === 'free' && ['of', 'from'].some((one) => one === asked[i + 1]) ? 'without' : word,
  );
  const { isNegated, leads } = naiveNegations(words);
  const isOff: boolean[] = [];
  const kept = words.flatMap((word, i) => {
    const follows = isNegated[i - 1] === true || (isOff[i - 1] === true && leads[i - 1] === false);
    const isRest = follows && (TRAILING_NEGATORS.includes(word) || word === 'added');
    isOff.push(isNegated[i] !== true && (leads[i] === true || isRest));
    return isOff[i] === true ? [] : [isNegated[i] === true ? `-${word}` : word];
  });
  const read = kept.length > 0 ? kept : [...asked];
  const pairs = naivePairs(read);
  const all = pairs.filter((word, i) => {
    if (kept.length === 0) return true;
    const before = pairs.slice(0, i).findLast((one) => one !== 'the');
    if (word === 'added') return before !== 'with' || pairs[i + 1] !== 'sugar';
    return word !== 'the' || before !== 'with';
  });
  /** Returns the part, such as "skin", before "on", "in" or "added" at this index. */
  const partBefore = (at: number): string => {
    const word = all[at] ?? '';
    if (!['on', 'in', 'added'].includes(word)) return '';
    const part = partBefore(at - 1) || (all[at - 1] ?? '');
    return (word === 'added' ? part === 'sugar' : NAIVE_PARTS.includes(part)) ? part : '';
  };
  const isPart = (word = '') => [...NAIVE_PARTS, 'sugar'].includes(word);
  return all.flatMap((word, i) => {
    if ((word === 'with' && isPart(all[i + 1])) || partBefore(i) !== '') return [];
    const isWith = all[i - 1] === 'with' || partBefore(i + 1) !== '';
    return [isWith && isPart(word) ? `with${word}` : word];
  });
}
