import { show } from '../../errors/shown-value.ts';
import type { OriginFault } from '../origin-fault.ts';
import { optionFault } from '../origin-fault.ts';
import { findOpenings, type Opening, type Trust } from './closed.ts';
import { PATTERN_OVER_SUFFIX } from './string.ts';

// What is refused or doubted in `origin` when credentials are on.

/**
 * The faults of `origin` as credentials make them, and those that only credentials bring: with
 * cookies, whoever gets in by mistake reads what your users can, so that what is not proved closed is
 * an error. A function is judged when it decides.
 */
export function lintCredentials(
  credentials: unknown,
  origin: unknown,
  originFaults: readonly OriginFault[],
  trust: Trust,
): OriginFault[] {
  if (credentials === undefined || credentials === false) return [...originFaults];
  if (credentials !== true) {
    const reason = 'it must be true or false';
    return [...originFaults, optionFault('bad-type', 'credentials', credentials, reason)];
  }
  const faults = originFaults.map((fault) => escalate(fault, trust));
  const elements: readonly unknown[] = Array.isArray(origin) ? origin : [origin];
  const found = elements.flatMap((element, place) => {
    const where = Array.isArray(origin) ? `origin[${place}]` : 'origin';
    return (
      findOpenings(element, trust)
        // An error of the expression says the same, and more.
        .filter(({ kind }) => !(isSaidByErrors(kind) && hasError(faults, where)))
        .map((opening) => faultOf(opening, element, where))
    );
  });
  // Who is open to all is open to some, too.
  const everyone = found.find(({ code }) => code === 'credentials-with-any-origin');
  return [...faults, ...(everyone === undefined ? uniqueByPlace(found) : [everyone])];
}

/** Codes of doubts that let in the page of somebody else. */
const LETS_IN_STRANGERS: ReadonlySet<string> = new Set([
  PATTERN_OVER_SUFFIX,
  'regexp-branch-not-anchored',
  'regexp-not-anchored-end',
  'regexp-not-anchored-start',
  'regexp-public-suffix',
  'regexp-unescaped-dot',
  'regexp-wildcard-touches-domain',
]);

function escalate(fault: OriginFault, { sharedSuffixes }: Trust): OriginFault {
  if (!LETS_IN_STRANGERS.has(fault.code)) return fault;
  if (sharedSuffixes && /public-suffix$/.test(fault.code)) return fault;
  const message = `${fault.message} With credentials, that page could read what your users can.`;
  return { ...fault, severity: 'error', message };
}

function isSaidByErrors(kind: Opening['kind']): boolean {
  return kind === 'stranger' || kind === 'not-proved';
}

function hasError(faults: readonly OriginFault[], where: string): boolean {
  return faults.some((fault) => fault.where === where && fault.severity === 'error');
}

function uniqueByPlace(faults: readonly OriginFault[]): OriginFault[] {
  return [...new Map(faults.map((fault) => [`${fault.where} ${fault.code}`, fault])).values()];
}

function faultOf({ kind, example }: Opening, element: unknown, where: string): OriginFault {
  const withExample = example === undefined ? {} : { example };
  const fault = (code: string, reason: string): OriginFault => ({
    ...optionFault(code, where, element, reason),
    ...withExample,
  });
  const shown = example === undefined ? '' : `, such as ${show(example)},`;
  switch (kind) {
    case 'anybody': {
      const open = show(element);
      const reason = `with origin ${open}, any page on the web could read what your users can. List the origins that need cookies`;
      return optionFault('credentials-with-any-origin', 'credentials', true, reason);
    }
    case 'null':
      return optionFault('credentials-with-null-origin', 'credentials', true, NULL_REASON);
    case 'plain-http': {
      const reason = `with credentials, anybody on the network of ${example === undefined ? 'such a page' : show(example)} could read what your users can, since plain http can be altered in transit. Use https, or turn credentials off`;
      return fault('credentials-with-plain-http', reason);
    }
    case 'scheme': {
      const reason = `with credentials, every extension or program that it matches${shown} could read what your users can. List the origins that need cookies`;
      return fault('credentials-with-any-extension', reason);
    }
    case 'stranger':
    case 'not-proved': {
      const reason = `with credentials, it must be proved that it lets in nobody but whom it names${example === undefined ? '' : `, and it may let in ${show(example)}`}. List the origins that need cookies`;
      return fault('credentials-not-proved', reason);
    }
  }
}

const NULL_REASON =
  'with origin "null", any site could read what your users can, from a sandboxed frame. Remove "null", or turn credentials off';
