// Which names a message proposes for one that there is not.

/** An edit for each so many characters makes another name: `kcal` is no slip of `calcium`. */
const CHARACTERS_PER_EDIT = 4;
/** Longer than the names of columns and settings: comparing costs the product of both lengths. */
const MAX_LENGTH = 64;

/**
 * The names nearest to what was written, whatever its case, as whole names or their beginnings:
 * `protein` and `protien_g` give `protein_g`. All names where none is near.
 */
export function nearestNames(written: string, names: readonly string[]): readonly string[] {
  if (written === '' || written.length > MAX_LENGTH) return names;
  const edits = names.map((name) => editsToBegin(written.toLowerCase(), name.toLowerCase()));
  const least = Math.min(...edits);
  if (least * CHARACTERS_PER_EDIT >= written.length) return names;
  return names.filter((_, i) => edits[i] === least);
}

/**
 * The fewest characters to add, drop or change in a text to make it a beginning of a name.
 *
 * @see https://en.wikipedia.org/wiki/Levenshtein_distance
 */
function editsToBegin(text: string, name: string): number {
  /** For each length of the name's beginning, the edits that the text read so far takes. */
  let row = Array.from({ length: name.length + 1 }, (_, i) => i);
  for (const character of text) {
    let [left = 0] = row;
    left += 1;
    row = row.map((above, i) => {
      if (i === 0) return left;
      const diagonal = (row[i - 1] ?? above) + (character === name[i - 1] ? 0 : 1);
      left = Math.min(diagonal, above + 1, left + 1);
      return left;
    });
  }
  return Math.min(...row);
}
