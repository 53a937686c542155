import type { OriginFix } from '../origin-fault.ts';
import { type OriginPattern, parseOriginPattern } from '../origin-setting.ts';
import { parseOriginText } from '../origin-text.ts';
import { isLoopback } from '../private-host.ts';
import { isRegistrySuffix } from '../public-suffix.ts';
import { parseSerializedOrigin } from '../serialized-origin.ts';
import { isExpression } from '../snapshot.ts';
import { networkOf, sharedUnder, type Trust, trustsNamesUnder, trustsOrigin } from '../trust.ts';
import { type Opening, openingsOfExpression } from './expression-openings.ts';

// Decides whether an element of a setting is closed, as credentials require. Finds the openings of
// strings and patterns: everyone, `null`, names that anybody can have (`https://*.vercel.app`),
// plain http. expression-openings.ts does the same for expressions; opening-faults.ts has the
// messages.

/** The options on which the faults in an `origin` depend, besides the setting itself. */
export interface LintContext {
  readonly credentials: boolean;
  readonly trust: Trust;
}

/**
 * Finds every opening of one element of a setting. The following are closed: over https, named
 * domains and IP addresses, and the names under a domain unless anybody can have one; loopback;
 * origins of other schemes that are spelled out; and everything that the owner trusts by name.
 */
export function findOpenings(element: unknown, trust: Trust): Opening[] {
  if (isExpression(element)) return openingsOfExpression(element, trust);
  return typeof element === 'string' || element === true ? openingsOfText(element, trust) : [];
}

function openingsOfText(text: string | true, trust: Trust): Opening[] {
  if (text === true || text === '*') return [{ kind: 'everyone', isStranger: true }];
  if (text === 'null') return [{ kind: 'null', isStranger: true, example: text }];
  const pattern = parseOriginPattern(text);
  return [
    ...(pattern === undefined ? [] : openingsUnder(pattern, trust)),
    ...openingsOfHttp(text, pattern, trust),
  ];
}

/** Reports a pattern for the names under a domain where anybody can get one. */
function openingsUnder({ scheme, host, isParent }: OriginPattern, trust: Trust): Opening[] {
  const suffix = isParent ? sharedUnder(host) : undefined;
  const isHttps = scheme === 'https';
  if (suffix === undefined || (isHttps && trustsNamesUnder(trust, `.${host}`))) return [];
  const domain = host.replace(/\.$/, '');
  const toTrust = isRegistrySuffix(domain) ? [] : [domain];
  const example = `${scheme}://x.${suffix}`;
  return [{ kind: 'suffix', isStranger: true, example, suffix, toTrust, needsHttps: !isHttps }];
}

function openingsOfHttp(text: string, pattern: OriginPattern | undefined, trust: Trust): Opening[] {
  const example = pattern === undefined ? text : text.replace('*.', 'x.').replace(':*', '');
  const { scheme, host = '' } = parseSerializedOrigin(example) ?? {};
  if (scheme !== 'http' || isLoopback(host) || trustsOrigin(trust, example)) return [];
  const network = pattern && networkOf(host);
  const toTrust = network ? [network] : pattern ? [] : [text];
  return [{ kind: 'plain-http', isStranger: true, example, toTrust }];
}

/** Reads the text of a fix; `undefined` if it is not a valid expression after all. */
export function settingOf(text: string): unknown {
  const written = text.startsWith('/') ? parseOriginText(text) : { setting: text };
  return 'setting' in written ? written.setting : undefined;
}

/** Whether an element lets in no stranger. */
export function isClosed(element: unknown, trust: Trust): boolean {
  return findOpenings(element, trust).every(({ isStranger }) => !isStranger);
}

/** With credentials, returns the part of a fix that is allowed: the rest would be refused again. */
export function allowedFix(
  fix: OriginFix | undefined,
  { credentials, trust }: LintContext,
): OriginFix | undefined {
  if (!credentials || fix === undefined || fix === false) return fix;
  if (fix === true) return undefined;
  const closed = [fix].flat().filter((text) => isClosed(settingOf(text), trust));
  return closed.length > 1 ? closed : closed[0];
}
