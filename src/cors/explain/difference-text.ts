import { ownedPart } from '../public-suffix.ts';
import { DEFAULT_PORTS, type OriginParts, parseSerializedOrigin } from '../serialized-origin.ts';
import type { NearMiss, OriginDifference } from './near-miss.ts';

// The words for how a refused origin differs from an allowed one: "its scheme is http, not https".

/** In words, in what a refused origin differs from an allowed one: "its scheme is http, not https". */
export function describeDifferences(refused: string, { origin, differences }: NearMiss): string {
  const [mine, other] = [parseSerializedOrigin(refused), parseSerializedOrigin(origin)];
  if (mine === undefined || other === undefined) return 'it is a different origin';
  const words: Readonly<Record<OriginDifference, string>> = {
    scheme: `its scheme is ${mine.scheme}, not ${other.scheme}`,
    port: `its port is ${portText(mine)}, not ${portText(other)}`,
    www: `its host is ${mine.host}, not ${other.host}, and www makes it a different host`,
    loopback: `its host is ${mine.host}, not ${other.host}: the same machine, but a different origin`,
    'trailing-dot': `its host is ${mine.host}, not ${other.host}, and the dot at the end counts`,
    subdomain: `its host ${mine.host} is a subdomain of ${other.host}, and subdomains are not included`,
    'parent-domain': `its host is ${mine.host}, not its subdomain ${other.host}`,
    'sibling-domain': `its host is ${mine.host}, not ${other.host}, which is a different subdomain of ${ownedPart(other.host)}`,
    typo: `its host is ${mine.host}, not ${other.host}: perhaps a typo`,
    host: `its host is ${mine.host}, not ${other.host}`,
    case: 'it differs in upper and lower case',
    'trailing-slash': 'it ends with a slash',
    form: 'it is written differently',
  };
  return differences.map((difference) => words[difference]).join(', and ');
}

function portText({ scheme, port }: OriginParts): string {
  if (port !== '') return port;
  const usual = DEFAULT_PORTS[scheme];
  return usual === undefined ? 'the default one' : `${usual} (the default)`;
}
