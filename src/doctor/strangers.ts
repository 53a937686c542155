/** An origin that the server should refuse, and what letting it in would show. */
export interface Stranger {
  /** Ends the names of its probes. */
  readonly name: string;
  readonly origin: string;
  /** The mistake that would let it in, if only it gets in. */
  readonly mistake: string;
}

// RFC 6761 keeps .invalid from ever being anybody's.
const NOBODY = 'not-allowed.invalid';

/** An origin that has nothing to do with the page's. */
export const STRANGER = `https://${NOBODY}`;

/**
 * Origins that look like the page's and belong to others, each caught by one way of comparing
 * carelessly. None of them is ever contacted: they only stand in the Origin header.
 */
export function lookAlikes(from: string): Stranger[] {
  const [, scheme, host, port] = /^([^:]+):\/\/(\[[^\]]+\]|[^:]+)(:\d+)?$/.exec(from) ?? [];
  if (scheme === undefined || host === undefined) return [];
  const origin = (name: string) => `${scheme}://${name}${port ?? ''}`;
  const found: Stranger[] = [];
  // An address in brackets can be neither lengthened nor confused.
  if (!host.startsWith('[')) {
    found.push({
      name: 'suffix',
      origin: origin(`${host}.${NOBODY}`),
      mistake: 'only the beginning of the origin is compared',
    });
    const labels = host.split('.');
    const site = labels.slice(-2).join('.');
    const before = labels.slice(0, -2).map((label) => `${label}.`);
    found.push({
      name: 'prefix',
      origin: origin(`${before.join('')}not-allowed${site}`),
      mistake: 'only the end of the origin is compared, and not from a dot on',
    });
    if (labels.length > 2) {
      found.push({
        name: 'dot',
        origin: origin(host.replace('.', 'x')),
        mistake: 'a dot in a regular expression stands for any character; write "\\."',
      });
    }
  }
  return found;
}
