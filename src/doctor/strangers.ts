import { ownedPart } from '../cors/public-suffix.ts';

// Which unrelated and look-alike origins the doctor tries, and which mistake each shows.

/** An origin that the server should refuse, and which mistake it would reveal. */
export interface Stranger {
  /** The end of its probes' names. */
  readonly name: string;
  readonly origin: string;
  /** The mistake that would let it in, if it is the only stranger that gets in. */
  readonly mistake: string;
}

// RFC 6761 keeps .invalid from ever being anybody's.
const NOBODY = 'not-allowed.invalid';

/** An origin that has nothing to do with the page's. */
export const STRANGER = `https://${NOBODY}`;

/**
 * Origins that look like the page's but belong to others. Each is let in by one careless comparison.
 * They are never contacted: they appear only in the Origin header.
 */
export function lookAlikes(from: string): Stranger[] {
  const [, scheme, host, port] = /^([^:]+):\/\/(\[[^\]]+\]|[^:]+)(:\d+)?$/.exec(from) ?? [];
  // An address in brackets has no look-alikes.
  if (scheme === undefined || host === undefined || host.startsWith('[')) return [];
  const origin = (name: string) => `${scheme}://${name}${port ?? ''}`;
  const site = ownedPart(host);
  const found: Stranger[] = [
    {
      name: 'suffix',
      origin: origin(`${host}.${NOBODY}`),
      mistake: 'only the beginning of the origin is compared',
    },
  ];
  // A number with letters in front is neither an address nor a name.
  if (/\.\d+$/.test(host)) return found;
  found.push({
    name: 'prefix',
    origin: origin(`${host.slice(0, -site.length)}not-allowed${site}`),
    mistake: 'only the end of the origin is compared, without the dot before it',
  });
  const suffix = /(?<=\.).*/.exec(site)?.[0];
  if (suffix !== undefined) {
    found.push({
      name: 'sibling',
      origin: origin(`not-allowed.${suffix}`),
      mistake: `every name under "${suffix}" is allowed, and anybody can get one`,
    });
  }
  const confused = withoutOneDot(host, site);
  if (confused !== undefined) {
    found.push({
      name: 'dot',
      origin: origin(confused),
      mistake: 'a dot in a regular expression matches any character; write "\\."',
    });
  }
  return found;
}

/** The host with a letter for one of its dots, if that makes it a name that others can register. */
function withoutOneDot(host: string, site: string): string | undefined {
  const dots = [...host.matchAll(/\./g)].map(({ index }) => index);
  return dots
    .map((dot) => `${host.slice(0, dot)}x${host.slice(dot + 1)}`)
    .find(
      (name) => ownedPart(name).includes('.') && !host.endsWith(ownedPart(name)) && name !== site,
    );
}
