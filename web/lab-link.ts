/** The lab with what this page searches for and holds, so that the way back leads here again. */
export function labHref(): string {
  return `lab.html${location.hash}`;
}
