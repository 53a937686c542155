/** http, https, or the scheme of programs' own, such as extensions. */
export type Family = 'http' | 'https' | 'other';

/** How far the host of an origin has been read. */
export type HostPlace = OtherPlace | WebPlace | Ipv6Place;

/** The host of a program's own scheme, where nearly everything goes. */
interface OtherPlace {
  readonly kind: 'other';
  readonly after: 'start' | 'lone-dot' | 'label' | 'dot' | 'bracket' | 'bracketed' | 'closed';
}

interface WebPlace {
  readonly kind: 'web';
  /**
   * How many numbers of an IPv4 address come before the current label, or that none of an address
   * do, because a name does, or too many or too large a number.
   */
  readonly before: 0 | 1 | 2 | 3 | 'name' | 'number';
  readonly label: Label;
  /** Characters of the label, where they are counted; else 0. */
  readonly length: number;
}

/** The current label: nothing yet, a number up to 255, another number, or a name. */
type Label = 'none' | Octet | 'digits' | 'hex' | 'name';

/**
 * `0`; one that may get two more digits, as `1` may; `2`; `25`; one that may get one more; one that
 * may get none.
 */
type Octet = '0' | 'two-more' | '2' | '25' | 'one-more' | 'full';

interface Ipv6Place {
  readonly kind: 'ipv6';
  /** Groups begun, digits of the last one, and whether `::` was met. */
  readonly groups: number;
  readonly digits: number;
  readonly compressed: boolean;
  readonly after: 'bracket' | 'first-colon' | 'colon' | 'colons' | 'digit' | 'zero' | 'closed';
}

/** The longest label of a host, in characters. */
const MAX_LABEL = 63;

/** Where a host begins. */
export function hostStart(family: Family): HostPlace {
  return family === 'other'
    ? { kind: 'other', after: 'start' }
    : { kind: 'web', before: 0, label: 'none', length: 0 };
}

/** The place after one more character of the host, or `undefined` where no host goes on so. */
export function afterHost(
  at: HostPlace,
  character: string,
  countsLabels: boolean,
): HostPlace | undefined {
  switch (at.kind) {
    case 'other':
      return afterOther(at, character);
    case 'ipv6':
      return afterIpv6(at, character);
    case 'web': {
      const next = afterWeb(at, character);
      if (next?.kind !== 'web' || !countsLabels) return next;
      const length = next.label === 'none' ? 0 : at.length + 1;
      return length > MAX_LABEL ? undefined : { ...next, length };
    }
  }
}

/** Whether a host may be over there. */
export function hostMayEnd(at: HostPlace): boolean {
  switch (at.kind) {
    case 'other':
      return !/^(?:start|bracket|bracketed)$/.test(at.after);
    case 'ipv6':
      return at.after === 'closed';
    case 'web':
      if (at.label === 'none') return at.before === 'name';
      return at.label === 'name' || isAddress(at);
  }
}

/** Whether the host is an address if it is over there. */
export function isAddress(at: HostPlace): boolean {
  if (at.kind === 'web') return at.before === 3 && isOctet(at.label);
  return at.kind === 'ipv6';
}

function afterOther({ after }: OtherPlace, character: string): OtherPlace | undefined {
  if (after === 'bracket' || after === 'bracketed') {
    if (/[\da-f:]/.test(character)) return { kind: 'other', after: 'bracketed' };
    return character === ']' && after === 'bracketed'
      ? { kind: 'other', after: 'closed' }
      : undefined;
  }
  if (after === 'lone-dot' || after === 'closed') return undefined;
  if (/[\w~-]/.test(character)) return { kind: 'other', after: 'label' };
  if (after === 'start' && character === '[') return { kind: 'other', after: 'bracket' };
  if (character !== '.' || after === 'dot') return undefined;
  return { kind: 'other', after: after === 'start' ? 'lone-dot' : 'dot' };
}

function afterWeb({ before, label }: WebPlace, character: string): HostPlace | undefined {
  if (character === '[') {
    if (before !== 0 || label !== 'none') return undefined;
    return { kind: 'ipv6', groups: 0, digits: 0, compressed: false, after: 'bracket' };
  }
  if (character === '.') {
    if (label === 'none') return undefined;
    return { kind: 'web', before: beforeNext(before, label), label: 'none', length: 0 };
  }
  if (!/[a-z0-9_-]/.test(character)) return undefined;
  const next = nextLabel(label, character);
  if (typeof before === 'number' && isOctet(next)) {
    return { kind: 'web', before, label: next, length: 0 };
  }
  // Where no address can come of it, all that matters is whether the label is a number.
  const plain = isOctet(next) && next !== '0' ? 'digits' : next;
  return { kind: 'web', before: 'name', label: plain, length: 0 };
}

function beforeNext(before: WebPlace['before'], label: Label): WebPlace['before'] {
  if (label === 'name') return 'name';
  if (!isOctet(label)) return 'number';
  switch (before) {
    case 0:
      return 1;
    case 1:
      return 2;
    case 2:
      return 3;
    default:
      return 'number';
  }
}

function isOctet(label: Label): label is Octet {
  return !['none', 'digits', 'hex', 'name'].includes(label);
}

function nextLabel(label: Label, character: string): Label {
  if (label === 'name') return 'name';
  if (label === '0' && character === 'x') return 'hex';
  if (label === 'hex') return /[\da-f]/.test(character) ? 'hex' : 'name';
  if (!/\d/.test(character)) return 'name';
  switch (label) {
    case 'none':
      return firstDigit(character);
    case 'two-more':
      return 'one-more';
    case '2':
      if (character === '5') return '25';
      return character < '5' ? 'one-more' : 'full';
    case '25':
      return character <= '5' ? 'full' : 'digits';
    case 'one-more':
      return 'full';
    default:
      return 'digits';
  }
}

function firstDigit(digit: string): Octet {
  if (digit === '0' || digit === '2') return digit;
  return digit === '1' ? 'two-more' : 'one-more';
}

/** Groups of an address whose `::` stands for two or more, as browsers write it. */
const MOST_GROUPS = 8;
const MOST_BESIDE_COLONS = 6;

function afterIpv6(at: Ipv6Place, character: string): Ipv6Place | undefined {
  if (character === ']') return mayClose(at) ? { ...at, after: 'closed' } : undefined;
  if (character === ':') return afterColon(at);
  return /[\da-f]/.test(character) ? afterHexDigit(at, character) : undefined;
}

function mayClose({ groups, compressed, after }: Ipv6Place): boolean {
  if (after === 'colons') return true;
  return (after === 'digit' || after === 'zero') && (compressed || groups === MOST_GROUPS);
}

function afterColon(at: Ipv6Place): Ipv6Place | undefined {
  const { groups, compressed } = at;
  switch (at.after) {
    case 'bracket':
      return { ...at, after: 'first-colon' };
    case 'first-colon':
      return { ...at, compressed: true, after: 'colons' };
    case 'colon':
      if (compressed || groups > MOST_BESIDE_COLONS) return undefined;
      return { ...at, compressed: true, after: 'colons' };
    case 'digit':
    case 'zero':
      return groups < mostGroups(at) ? { ...at, digits: 0, after: 'colon' } : undefined;
    default:
      return undefined;
  }
}

function afterHexDigit(at: Ipv6Place, character: string): Ipv6Place | undefined {
  const { groups, digits, after } = at;
  if (after === 'digit') return digits < 4 ? { ...at, digits: digits + 1 } : undefined;
  const mayBegin = after === 'bracket' || after === 'colon' || after === 'colons';
  if (!mayBegin || groups === mostGroups(at)) return undefined;
  return { ...at, groups: groups + 1, digits: 1, after: character === '0' ? 'zero' : 'digit' };
}

function mostGroups({ compressed }: Ipv6Place): number {
  return compressed ? MOST_BESIDE_COLONS : MOST_GROUPS;
}
