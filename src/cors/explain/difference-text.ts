import { parseSerializedOrigin } from '../serialized-origin.ts';
import type { NearMiss, OriginDifference } from './near-miss.ts';

/** In words, in what a refused origin differs from an allowed one: "its scheme is http, not https". */
export function describeDifferences(refused: string, { origin, differences }: NearMiss): string {
  const [mine, other] = [parseSerializedOrigin(refused), parseSerializedOrigin(origin)];
  if (mine === undefined || other === undefined) return 'it is another origin';
  const words: Readonly<Record<OriginDifference, string>> = {
    scheme: `its scheme is ${mine.scheme}, not ${other.scheme}`,
    port: `its port is ${portText(mine.port)}, not ${portText(other.port)}`,
    www: `its host is ${mine.host}, not ${other.host}, and with or without www is not the same`,
    loopback: `its host is ${mine.host}, not ${other.host}: one machine, but two origins`,
    'trailing-dot': `its host is ${mine.host}, not ${other.host}, and the dot at the end counts`,
    subdomain: `its host ${mine.host} is a subdomain of ${other.host}, which does not include it`,
    'parent-domain': `its host is ${mine.host}, not its subdomain ${other.host}`,
    'sibling-domain': `its host is ${mine.host}, another subdomain than ${other.host}`,
    typo: `its host is ${mine.host}, not ${other.host}: a slip of the keyboard, perhaps`,
    host: `its host is ${mine.host}, not ${other.host}`,
    case: 'it differs in upper and lower case',
    'trailing-slash': 'it ends with a slash',
    form: 'it is written in another form',
  };
  return differences.map((difference) => words[difference]).join(', and ');
}

function portText(port: string): string {
  return port === '' ? 'the default one' : port;
}
