/** What a file can be sent as; the smaller first. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/**
 * The smallest form of a file that a client takes (RFC 9110, 12.5.3); `undefined`: as it is. Weights
 * are not compared: of what it takes at all, the smallest is best for everyone.
 */
export function chooseEncoding(
  accepted: string | string[] | undefined,
  compressed: ReadonlyMap<Encoding, Buffer>,
): Encoding | undefined {
  const weights = new Map(
    String(accepted ?? '')
      .toLowerCase()
      .split(',')
      .map((item) => {
        const [name = '', weight = ''] = item.split(';').map((part) => part.trim());
        return [name, !/^q=0(\.0*)?$/.test(weight)];
      }),
  );
  return ENCODINGS.find(
    (encoding) => compressed.has(encoding) && (weights.get(encoding) ?? weights.get('*') ?? false),
  );
}
