import { show } from '../../errors/shown-value.ts';
import type { OriginFault } from '../origin-fault.ts';
import { optionFault } from '../origin-fault.ts';
import { isHeaderName } from '../response-headers.ts';

// Faults of `allowedHeaders`, `exposedHeaders` and `methods`: names that browsers forbid,
// wildcards, lower case.

type ListName = 'allowedHeaders' | 'exposedHeaders' | 'methods';

/** Checks one element of a list: a code and a reason if it does not belong there. */
type ElementLint = (
  element: string,
) => { readonly code: string; readonly reason: string } | undefined;

/** Faults of the request headers that pages may send. */
export function lintAllowedHeaders(names: unknown): OriginFault[] {
  return lintNames('allowedHeaders', names, (name) => {
    if (FORBIDDEN_REQUEST_HEADER.test(name)) {
      return { code: 'forbidden-header', reason: 'browsers never let a script set it. Remove it' };
    }
    if (/^access-control-/i.test(name)) {
      const reason = 'it is a response header, which this program sets. Remove it';
      return { code: 'forbidden-header', reason };
    }
    return undefined;
  });
}

/** Faults of the response headers that scripts may read. */
export function lintExposedHeaders(names: unknown, credentials: boolean): OriginFault[] {
  return lintNames('exposedHeaders', names, (name) => {
    if (/^set-cookie2?$/i.test(name)) {
      return { code: 'forbidden-header', reason: 'browsers never let a script read it. Remove it' };
    }
    if (/^access-control-/i.test(name)) {
      const reason = 'it is for the browser alone, and no script needs it. Remove it';
      return { code: 'forbidden-header', reason };
    }
    if (name === '*' && credentials) {
      const reason =
        'with credentials, browsers treat it as a header of that name. List the headers';
      return { code: 'wildcard-with-credentials', reason };
    }
    return undefined;
  });
}

/** https://fetch.spec.whatwg.org/#forbidden-request-header */
const FORBIDDEN_REQUEST_HEADER =
  /^(?:accept-charset|accept-encoding|access-control-request-headers|access-control-request-method|access-control-request-private-network|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie2?|te|trailer|transfer-encoding|upgrade|via|proxy-.*|sec-.*)$/i;

function lintNames(where: ListName, names: unknown, lint: ElementLint): OriginFault[] {
  return lintList(where, names, (name) =>
    isHeaderName(name)
      ? lint(name)
      : {
          code: 'bad-header-name',
          reason: 'a header name consists of letters, digits and hyphens',
        },
  );
}

/** Faults of the methods that pages may use. https://fetch.spec.whatwg.org/#methods */
export function lintMethods(methods: unknown, credentials: boolean): OriginFault[] {
  return lintList('methods', methods, (method) => {
    if (!isHeaderName(method)) return { code: 'bad-method', reason: 'it is not a method' };
    if (/^(?:connect|trace|track)$/i.test(method)) {
      return { code: 'forbidden-method', reason: 'browsers never let a script use it. Remove it' };
    }
    if (method === '*' && credentials) {
      const reason =
        'with credentials, browsers treat it as a method of that name. List the methods';
      return { code: 'wildcard-with-credentials', reason };
    }
    if (method !== method.toUpperCase()) {
      const reason = `methods are case-sensitive. Use "${method.toUpperCase()}"`;
      return { code: 'lower-case-method', reason };
    }
    return undefined;
  });
}

function lintList(where: ListName, list: unknown, lint: ElementLint): OriginFault[] {
  if (list === undefined) return [];
  if (!Array.isArray(list)) {
    const names = typeof list === 'string' ? list.split(/[\s,;]+/).filter(Boolean) : [];
    const way = names.length === 0 ? '' : `. Use [${names.map(show).join(', ')}]`;
    return [optionFault('bad-type', where, list, `it must be an array of names${way}`)];
  }
  return Array.from(list, (element: unknown, place): OriginFault[] => {
    const at = `${where}[${place}]`;
    if (typeof element !== 'string') {
      const code = where === 'methods' ? 'bad-method' : 'bad-header-name';
      return [optionFault(code, at, element, 'it must be a string')];
    }
    const found = lint(element);
    return found === undefined ? [] : [optionFault(found.code, at, element, found.reason)];
  }).flat();
}
