import { show } from '../../errors/shown-value.ts';
import { isExpression } from '../expression/copy.ts';
import type { OriginFault } from '../origin-fault.ts';
import { isLoopback } from '../private-host.ts';
import { parseSerializedOrigin } from '../serialized-origin.ts';
import { findPlainHttp } from './expression.ts';
import { optionFault } from './option-fault.ts';

/**
 * The faults of `origin` as credentials make them, and those that only credentials bring: with
 * cookies, whoever gets in by mistake reads what your users can, so that doubts become errors.
 */
export function lintCredentials(
  credentials: unknown,
  origin: unknown,
  originFaults: readonly OriginFault[],
): OriginFault[] {
  if (credentials === undefined || credentials === false) return [...originFaults];
  if (credentials !== true) {
    const reason = 'it must be true or false';
    return [...originFaults, optionFault('bad-type', 'credentials', credentials, reason)];
  }
  const faultOf = (code: string) => originFaults.find((each) => each.code === code);
  const open = openTo(origin) ?? faultOf('regexp-matches-everything')?.value;
  return [
    ...originFaults.map(escalate),
    ...(open === undefined ? [] : [everyone(open)]),
    ...(open === undefined && faultOf('null-origin') !== undefined ? [NULL] : []),
    ...(open === undefined ? lintPlainHttp(origin) : []),
  ];
}

/** Codes of doubts that let in the page of somebody else. */
const LETS_IN_STRANGERS: ReadonlySet<string> = new Set([
  'regexp-branch-not-anchored',
  'regexp-not-anchored-end',
  'regexp-not-anchored-start',
  'regexp-public-suffix',
  'regexp-unescaped-dot',
  'regexp-wildcard-touches-domain',
]);

function escalate(fault: OriginFault): OriginFault {
  if (!LETS_IN_STRANGERS.has(fault.code)) return fault;
  const message = `${fault.message} With credentials, that page could read what your users can.`;
  return { ...fault, severity: 'error', message };
}

/** `true` or `"*"`, as messages show it, where the setting allows everyone by it. */
function openTo(origin: unknown): string | undefined {
  if (origin === true) return 'true';
  return elementsOf(origin).includes('*') ? '"*"' : undefined;
}

function elementsOf(origin: unknown): readonly unknown[] {
  return Array.isArray(origin) ? origin : [origin];
}

function everyone(open: string): OriginFault {
  const reason = `with origin ${open}, any page on the web could read what your users can. List the origins that need cookies`;
  return optionFault('credentials-with-any-origin', 'credentials', true, reason);
}

const NULL = optionFault(
  'credentials-with-null-origin',
  'credentials',
  true,
  'with origin "null", any site could read what your users can, from a sandboxed frame. Remove "null", or turn credentials off',
);

/** Whoever is on the way to a page over plain http can put a script into it. */
function lintPlainHttp(origin: unknown): OriginFault[] {
  return elementsOf(origin).flatMap((element, place) => {
    const example = isExpression(element) ? findPlainHttp(element) : plainHttp(element);
    if (example === undefined) return [];
    const where = Array.isArray(origin) ? `origin[${place}]` : 'origin';
    const reason = `with credentials, anybody on the network of ${show(example)} could read what your users can, since plain http can be altered in transit. Use https, or turn credentials off`;
    return [{ ...optionFault('credentials-with-plain-http', where, element, reason), example }];
  });
}

function plainHttp(element: unknown): string | undefined {
  if (typeof element !== 'string') return undefined;
  const { scheme, host = '' } = parseSerializedOrigin(element) ?? {};
  return scheme === 'http' && !isLoopback(host) ? element : undefined;
}
