import { misuse, refuseExtra } from '../../errors/check-arguments.ts';
import { type AllowedOrigins, allowedOrigins } from '../automata/allowed-origins.ts';
import type { NamedHost } from '../automata/host-suffixes.ts';
import { parseOriginPattern } from '../origin-setting.ts';
import { isSerializedOrigin } from '../serialized-origin.ts';
import { isExpression, snapshot } from '../snapshot.ts';
import { isNamed, letsIn } from './example-origins.ts';
import { type Opening, openingsOfExpression } from './expression-openings.ts';

// Describes whom a setting lets in ("Lets in: …"): "https://example.com and its subdomains, any
// port".

/**
 * Describes whom a setting lets in, in phrases such as "https://example.com and its subdomains, any
 * port". A host that ends with a dot is left out if the same host without it gets in.
 */
export function describeOrigin(setting: unknown, ...extra: never[]): readonly string[] {
  refuseExtra(extra);
  if (setting === true) return ['everyone'];
  if (setting === false) return ['nobody'];
  if (typeof setting === 'function')
    return ['the origins that the function allows, asked each time'];
  return [...new Set([snapshot(setting)].flat().flatMap(describeElement))];
}

function describeElement(element: unknown): string[] {
  if (element === '*') return ['everyone'];
  if (isExpression(element)) return describeExpression(element);
  if (typeof element !== 'string') throw misuse(element, 'an origin', 'a string or an expression');
  const pattern = parseOriginPattern(element);
  if (pattern !== undefined) return describeExpression(pattern.expression);
  return isSerializedOrigin(element) ? [element] : [];
}

function describeExpression(expression: RegExp): string[] {
  const openings = openingsOfExpression(expression, []);
  const has = (asked: Opening['kind']) => openings.some(({ kind }) => kind === asked);
  if (has('everyone')) return ['everyone'];
  const allowed = allowedOrigins(expression);
  if (allowed.kind === 'unusable') return [];
  return [
    ...(allowed.kind === 'not-computed'
      ? []
      : [
          ...describeHosts(allowed),
          ...describeAddresses(expression, allowed),
          ...describeOpen(allowed, openings),
          ...describeOthers(expression, allowed),
        ]),
    ...(has('not-computed') || has('not-proved')
      ? [`unknown origins: those that ${expression} matches`]
      : []),
    ...(has('null') ? ['null: files, and sandboxed pages of any site'] : []),
  ];
}

function describeHosts({ named }: AllowedOrigins): string[] {
  const hosts = named
    .filter((each) => !named.some((other) => isDotted(each, other)))
    .toSorted((a, b) => Number(a.isParent) - Number(b.isParent))
    .map(({ family, host, isParent, ports }) => {
      return { isParent, host: `${family}://${host}`, ports: portText(ports) };
    });
  return hosts.flatMap(({ isParent, host, ports }) => {
    const isBoth = hosts.some(
      (each) => each.isParent !== isParent && each.host === host && each.ports === ports,
    );
    if (!isParent) return [`${host}${isBoth ? ' and its subdomains' : ''}${ports}`];
    return isBoth ? [] : [`subdomains of ${host}${ports}`];
  });
}

/** Whether a host is the other one with a final dot, and has no port that the other lacks. */
function isDotted(host: NamedHost, other: NamedHost): boolean {
  return (
    host.host === `${other.host}.` &&
    host.family === other.family &&
    host.isParent === other.isParent &&
    [...host.ports].every((port) => other.ports.has(port))
  );
}

function portText(ports: ReadonlySet<string>): string {
  if (ports.has(':*')) return ports.has('') ? ', any port' : ', any explicit port';
  const written = [...ports].filter((port) => port !== '').map((port) => port.slice(1));
  if (written.length === 0) return '';
  return `, port ${written.join(' or ')}${ports.has('') ? ' or none' : ''}`;
}

function describeAddresses(expression: RegExp, { addresses }: AllowedOrigins): string[] {
  return addresses.map(({ family, host, isWhole, isNamed, ports, example }) => {
    const shown = letsIn(expression, example) ? `, such as ${example}` : '';
    if (!isNamed) return `addresses that anybody may have${shown}`;
    if (isWhole) return `${family}://${host}${portText(ports)}`;
    return `private addresses, such as ${example}`;
  });
}

function describeOpen(allowed: AllowedOrigins, openings: readonly Opening[]): string[] {
  const suffixes = openings.filter(({ kind }) => kind === 'suffix');
  const unnamed = openings.find(
    ({ kind, example }) =>
      /start|end|part|dot/.test(kind) && example !== undefined && !isNamed(allowed, example),
  );
  return [
    ...suffixes.map((each) => ({ ...each, names: `names under ${each.suffix}` })),
    ...(unnamed ? [{ ...unnamed, names: 'domains that it does not name' }] : []),
  ].map(({ names, example }) => `${names}, such as ${example}: strangers can have one`);
}

function describeOthers(expression: RegExp, { others, paths }: AllowedOrigins): string[] {
  const [open] = others.open;
  const example = open && `${paths.before(open.edge.from)}x${open.rest}`;
  return [
    ...others.spelled,
    ...(example !== undefined && letsIn(expression, example)
      ? [`extensions and programs, such as ${example}`]
      : []),
  ];
}
