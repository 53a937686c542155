import { show } from '../../errors/shown-value.ts';
import type { OriginFault } from '../origin-fault.ts';
import { optionFault } from '../origin-fault.ts';
import { parseOriginText } from '../origin-text.ts';
import { isExpression } from '../snapshot.ts';
import { findOpenings, isClosed, type Opening, type Trust } from './closed.ts';
import { isForEveryone } from './inspect-expression.ts';
import { PATTERN_OVER_SUFFIX, showFix } from './string.ts';

// What is an error in `origin` when credentials are on, and its words: "any page on the web could
// read …".

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
  const open = new Set<string>();
  const elements: readonly unknown[] = Array.isArray(origin) ? origin : [origin];
  const found = elements.flatMap((element, place) => {
    const where = Array.isArray(origin) ? `origin[${place}]` : 'origin';
    return findOpenings(element, trust).map(({ kind, example }) => {
      open.add(where);
      const isForAll = isExpression(element) && isForEveryone(element);
      return openingFault(isForAll ? 'anybody' : kind, element, where, example());
    });
  });
  const faults = originFaults
    .map((fault) => (open.has(fault.where) ? escalate(fault) : fault))
    .map((fault) => withClosedFix(fault, trust));
  // Who is open to all is open to some, too.
  const everyone = found.find(({ code }) => code === 'credentials-with-any-origin');
  if (everyone !== undefined) return [...faults, everyone];
  // An error of the expression says the same, and more.
  const isSaid = ({ code, where }: OriginFault) =>
    code === CREDENTIALS_NOT_PROVED &&
    faults.some((each) => each.where === where && each.severity === 'error');
  const told = found.filter((fault) => !isSaid(fault));
  return [...faults, ...new Map(told.map((each) => [`${each.where} ${each.code}`, each])).values()];
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

function escalate(fault: OriginFault): OriginFault {
  if (!LETS_IN_STRANGERS.has(fault.code)) return fault;
  const message = `${fault.message} With credentials, that page could read what your users can.`;
  return { ...fault, severity: 'error', message };
}

/** With what of its fix is closed, since the rest would be refused in its turn. */
function withClosedFix(fault: OriginFault, trust: Trust): OriginFault {
  const { fix, ...rest } = fault;
  if (fix === undefined || typeof fix === 'boolean') return fault;
  const all = [fix].flat();
  const closed = all.filter((text) => {
    const written = parseOriginText(text);
    return 'setting' in written && isClosed(written.setting, trust);
  });
  if (closed.length === all.length) return fault;
  const [only, ...others] = closed;
  const kept = others.length === 0 ? only : closed;
  const use = kept === undefined ? '' : ` Use ${showFix(kept)}.`;
  const message = rest.message.replace(` Use ${showFix(fix)}.`, use);
  return { ...rest, message, ...(kept !== undefined && { fix: kept }) };
}

const CREDENTIALS_NOT_PROVED = 'credentials-not-proved';

/** What an opening of an element means with credentials. */
export function openingFault(
  kind: Opening['kind'],
  element: unknown,
  where: string,
  example?: string,
): OriginFault {
  const fault = (code: string, reason: string): OriginFault => ({
    ...optionFault(code, where, element, `with credentials, ${reason}`),
    ...(example !== undefined && { example }),
  });
  const shown = example === undefined ? '' : `, such as ${show(example)},`;
  switch (kind) {
    case 'anybody': {
      const reason = `with origin ${show(element)}, any page on the web could read what your users can. ${LIST}`;
      return optionFault('credentials-with-any-origin', 'credentials', true, reason);
    }
    case 'null':
      return optionFault(
        'credentials-with-null-origin',
        'credentials',
        true,
        NULL_WITH_CREDENTIALS,
      );
    case 'plain-http':
      return fault(
        'credentials-with-plain-http',
        `anybody on the network of ${example === undefined ? 'such a page' : show(example)} could read what your users can, since plain http can be altered in transit. Use https, or turn credentials off`,
      );
    case 'scheme':
      return fault(
        'credentials-with-any-extension',
        `every extension or program that it matches${shown} could read what your users can. ${LIST}`,
      );
    case 'stranger':
    case 'not-proved':
      return fault(
        CREDENTIALS_NOT_PROVED,
        `it must be proved that it lets in nobody but whom it names${example === undefined ? '' : `, and it may let in ${show(example)}`}. ${LIST}`,
      );
  }
}

/**
 * Why origins that a function allows grant nothing with credentials, as sentences; `undefined` if
 * they may. Nobody can prove a function, so each of its answers is judged when it decides.
 */
export function refuseAnswer(origins: readonly string[], trust: Trust): string | undefined {
  for (const origin of origins) {
    const [opening] = findOpenings(origin, trust);
    if (opening !== undefined) {
      return `With credentials, the answer of the origin function grants nothing. ${openingFault(opening.kind, origin, 'origin').message}`;
    }
  }
  return undefined;
}

const LIST = 'List the origins that need cookies';

const NULL_WITH_CREDENTIALS =
  'with origin "null", any site could read what your users can, from a sandboxed frame. Remove "null", or turn credentials off';
