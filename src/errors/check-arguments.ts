import { isOptionsObject, show } from './shown-value.ts';

// Checks arguments passed by untyped programs. Each message is one line that says what to use. The
// library and the client share these checks.

/** The fault in a value; `undefined` if it is valid. */
export type Fault = string | undefined;

export function textFault(what: string, value: unknown, example: string): Fault {
  return typeof value === 'string' ? undefined : fault(what, value, `a string such as ${example}`);
}

function valueFault(what: string, value: unknown, example: string): Fault {
  const isPlain = ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
  return isPlain ? undefined : fault(what, value, `a value such as ${example}`);
}

export function textsFault(what: string, value: unknown, example: string): Fault {
  const texts = `strings such as ${example}`;
  return eachFault(what, value, example, (text) =>
    typeof text === 'string' ? undefined : fault(`one of ${what}`, text, texts),
  );
}

/** Checks a meal: text, or a list of lines. */
export function mealFault(meal: unknown): Fault {
  if (typeof meal === 'string') return undefined;
  const check = Object(meal).length === 0 ? fault : textsFault;
  return check('the lines', meal, "['2 eggs']");
}

/** An example value for each option. */
const EXAMPLES = {
  match: "'fuzzy'",
  lang: "'es'",
  query: "'cheese'",
  where: "[['kcal', '<', 100]]",
  sort: "'-protein_g'",
  offset: '20',
  count: 'true',
  limit: '5',
  servings: '2',
  signal: 'AbortSignal.timeout(5000)',
  fields: "['sodium_mg']",
  fetch: 'fetch',
  baseUrl: "'http://localhost:3001'",
} as const;
export type OptionName = keyof typeof EXAMPLES;

/** @param names the options that exist */
export function optionsFault(options: unknown, names: readonly OptionName[]): Fault {
  if (options === undefined) return undefined;
  if (!isOptionsObject(options)) {
    const examples = names.map((name) => `{ ${name}: ${EXAMPLES[name]} }`);
    return fault('options', options, `an object such as ${examples.at(-1)}`);
  }
  const faults = Object.entries(options).map(([given, value]) => {
    const name = names.find((one) => one === given);
    // Ignoring an unknown option would change the request's meaning.
    if (name === undefined) return `Unknown option ${show(given)}. Use ${names.join(', ')}.`;
    return value === undefined ? undefined : optionFault(name, value, EXAMPLES[name]);
  });
  return faults.find((one) => one !== undefined);
}

function optionFault(name: OptionName, value: unknown, example: string): Fault {
  const what = `\`${name}\``;
  if (name === 'where') return eachFault(what, value, example, conditionFault);
  if (name === 'fields') return textsFault(what, value, example);
  if (name === 'signal')
    return 'aborted' in Object(value) ? undefined : fault(what, value, example);
  if (name === 'fetch')
    return typeof value === 'function' ? undefined : fault(what, value, example);
  return valueFault(what, value, example);
}

function conditionFault(condition: unknown): Fault {
  if (!Array.isArray(condition)) {
    return fault('a condition of `where`', condition, "a list such as ['kcal', '<', 100]");
  }
  const isUnknown = condition.length === 2 && condition[0] === '!';
  const [column, operator, value] = isUnknown ? [condition[1], '!', ''] : condition;
  return (
    textFault('a column of `where`', column, "'kcal'") ??
    textFault('an operator of `where`', operator, "'<'") ??
    valueFault('a value of `where`', value, '100') ??
    extraFault('A condition of `where`', condition.slice(3))
  );
}

/**
 * Rejects extra arguments, which would have no effect.
 *
 * @param extra the arguments after the last one expected
 */
export function extraFault(method: string, extra: readonly unknown[]): Fault {
  return extra.length === 0
    ? undefined
    : `${method} does not take ${show(extra[0])}: leave it out.`;
}

/**
 * Rejects a callback, which would never be called. Other arguments are fine:
 * `process.once('SIGTERM', foodLookup.stop)` passes the signal.
 */
export function callbackFault(method: string, given: readonly unknown[]): Fault {
  const hasCallback = given.some((one) => typeof one === 'function');
  return hasCallback ? `${method} takes no callback: await it.` : undefined;
}

/**
 * Rejects extra arguments of a function.
 *
 * @param extra the arguments after the last one expected
 */
export function refuseExtra([extra, ...others]: readonly unknown[]): void {
  if (extra === undefined && others.length === 0) return;
  throw misuse(extra, 'an extra argument', 'only the documented ones');
}

type Functions = Readonly<Record<string, (...given: never[]) => unknown>>;

/** Makes these functions reject extra arguments. Each must declare all its parameters. */
export function exact<Given extends Functions>(functions: Given): Given {
  const entries = Object.entries(functions).map(([name, call]) => {
    const checked = (...given: never[]) => {
      refuseExtra(given.slice(call.length));
      return call(...given);
    };
    return [name, checked];
  });
  return Object.assign(functions, Object.fromEntries(entries));
}

const EXAMPLE_TEXTS = {
  'an origin': '"https://app.example.com"',
  "a page's origin": '"https://app.example.com"',
  "a server's host": '"192.168.1.10"',
  requestMethod: '"GET"',
  requestHeaders: '"content-type, x-key"',
};

type Text = keyof typeof EXAMPLE_TEXTS;

/** Rejects arguments that are not strings of these forms, and extra ones. */
export function requireTexts<Texts extends readonly string[]>(
  given: Texts,
  forms: readonly (readonly [Text, (text: string) => boolean])[],
): Texts {
  for (const [i, [what, hasForm]] of forms.entries()) {
    const text = given[i];
    if (typeof text !== 'string' || !hasForm(text)) throw notText(text, what);
  }
  refuseExtra(given.slice(forms.length));
  return given;
}

function notText(given: unknown, what: Text): TypeError {
  return misuse(given, what, `a string such as ${EXAMPLE_TEXTS[what]}`);
}

/** Rejects a header that is not a string, such as a URL object, which would match no origin. */
export function checkHeader(value: unknown, what: Text = 'an origin'): string | undefined {
  // `headers.get` returns null for a missing header.
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  throw notText(value, what);
}

/** Joins the messages of faults. Rejects anything but a list. */
export function linesOf<Fault>(
  faults: readonly Fault[],
  messageOf: (fault: Fault) => string,
): string {
  if (Array.isArray(faults)) return faults.map(messageOf).join('\n');
  throw misuse(
    faults,
    'the faults',
    'a list such as [{ where: "port", message: "It is in use." }]',
  );
}

/**
 * Throws if this is not a policy but, for example, its options, or if there are extra arguments.
 */
export function checkPolicy(
  policy: { readonly decide: unknown } | undefined,
  extra: readonly unknown[],
): void {
  if (typeof policy?.decide !== 'function') throw notPolicy(policy);
  refuseExtra(extra);
}

export function notPolicy(given: unknown): TypeError {
  return misuse(given, 'a CORS policy', 'createCorsPolicy({ origin: "https://app.example.com" })');
}

const TEXT_PARTS = ['requestMethod', 'requestHeaders'] as const;
type TextPart = (typeof TEXT_PARTS)[number];
const REQUEST_PARTS = ['method', 'origin', ...TEXT_PARTS, 'request'];

/** Rejects an object that is not a CORS request, such as a server's own request object. */
export function checkRequest(request: Readonly<Record<TextPart | 'method', unknown>>): void {
  // A Fetch API Request has no `origin`, so it would be refused silently.
  if (typeof request?.method !== 'string' || ('headers' in request && !('origin' in request))) {
    throw misuse(request, 'a request', `{ ${REQUEST_PARTS.join(', ')} }`);
  }
  const other = Object.keys(request).find((part) => !REQUEST_PARTS.includes(part));
  if (other !== undefined) throw misuse(other, 'a part of a request', REQUEST_PARTS.join(', '));
  for (const part of TEXT_PARTS) checkHeader(request[part], part);
}

/** Rejects arguments that a handler for Node cannot use. */
export function checkNodeCall(
  request: { readonly headers: unknown },
  response: { readonly setHeader: unknown },
  next: unknown,
): void {
  // Koa, Hono and Fastify's `register` would call the handler with their own objects.
  if (typeof response?.setHeader !== 'function') {
    const wanted = "Node's, such as Koa's context.res or Fastify's reply.raw, or fetchCors";
    throw misuse(response, 'a response', wanted);
  }
  const headers = request?.headers;
  if (!isOptionsObject(headers)) throw misuse(headers, "a request's headers", 'those of Node');
  if (typeof next !== 'function') throw misuse(next, '`next`', 'a function, or leave it out');
}

/** Creates the error for an argument of the wrong type. */
export function misuse(given: unknown, what: string, wanted: string): TypeError {
  return new TypeError(fault(what, given, wanted));
}

function eachFault(
  what: string,
  values: unknown,
  example: string,
  faultOf: (value: unknown) => Fault,
): Fault {
  if (!Array.isArray(values)) return fault(what, values, `a list such as ${example}`);
  // Array.from visits the holes that `map` skips.
  return Array.from(values, faultOf).find((one) => one !== undefined);
}

function fault(what: string, value: unknown, wanted: string): string {
  return `Cannot use ${show(value)} as ${what}: use ${wanted}.`;
}
