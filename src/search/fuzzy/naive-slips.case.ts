import { elementAt } from '../flat-arrays.ts';
/** The words with the least slips, at most as many as the length allows; then the first letter. */
export function nearest(
  word: string,
  others: readonly string[],
  inFirst = true,
): [string, number][] {
  const length = [...word].length;
  if (length < 3 || length > 32) return [];
  const most = length < 6 ? 1 : 2;
  const first = [...word][0];
  const counted = others
    .filter((other) => [...other][0] === first && other !== word)
    .map((other): [string, number] => [other, slips([...word], [...other])])
    .filter(([other, count]) => count <= most && (length > 3 || [...other].length === 4));
  const least = Math.min(...counted.map(([, count]) => count));
  const found = counted.filter(([, count]) => count === least);
  if (least === 1 || length === 3 || !inFirst || !/^[a-z]/.test(word)) return found;
  const inFirstLetter = others.filter((other) => {
    const rest = word.slice(1);
    const swapped = `${rest.slice(0, 1)}${first}${rest.slice(1)}`;
    const isOther = other[0] !== first;
    const isOneSlip =
      other === rest || other === swapped || (/^[a-z]/.test(other) && other.slice(1) === rest);
    return (
      (isOther && isOneSlip) ||
      (isOther && /^[a-z]/.test(other) && other.slice(1) === word) ||
      (!isOther && (other === rest || other === swapped) && other !== word)
    );
  });
  return [...found, ...inFirstLetter.map((other): [string, number] => [other, 2])];
}

function slips(a: readonly string[], b: readonly string[]): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const at = (i: number, j: number) => elementAt(elementAt(table, i), j);
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const choices = [at(i - 1, j) + 1, at(i, j - 1) + 1];
      choices.push(at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) choices.push(at(i - 2, j - 2) + 1);
      table[i]?.splice(j, 1, Math.min(...choices));
    }
  }
  return at(a.length, b.length);
}
