// Which compression an answer gets by `Accept-Encoding`: the order of preference, how many are
// looked at.

/** What a body can be compressed with; in order of preference. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Of what a caller accepts, this many are looked at. There are a dozen encodings. */
const MAX_ENCODINGS = 32;

/** The encoding that the caller likes best, of equals the first here (RFC 9110, 12.5.3). */
export function chooseEncoding(
  acceptEncoding: string | undefined,
  offered: readonly Encoding[] = ENCODINGS,
): Encoding | undefined {
  if (acceptEncoding === undefined) return undefined;
  const weights = new Map(
    acceptEncoding
      .toLowerCase()
      .split(',', MAX_ENCODINGS)
      .map((part) => {
        const [name = '', weight = 'q=1'] = part.split(';').map((text) => text.trim());
        return [name, Number(/^q=([\d.]+)$/.exec(weight)?.[1] ?? 0)] as const;
      }),
  );
  let best: Encoding | undefined;
  let bestWeight = 0;
  for (const encoding of offered) {
    const weight = weights.get(encoding) ?? weights.get('*') ?? 0;
    if (weight > bestWeight) [best, bestWeight] = [encoding, weight];
  }
  return best;
}
