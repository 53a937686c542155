import { isOptionsObject, show } from './shown-value.ts';

// Checks arguments passed by untyped programs. Each message is one line that says what to use; the
// library and the client share these checks.

/** What is wrong with a value; `undefined` if nothing is. */
export type Fault = string | undefined;

export function textFault(what: string, value: unknown, example: string): Fault {
  return typeof value === 'string' ? undefined : fault(what, value, `a text such as ${example}`);
}

function valueFault(what: string, value: unknown, example: string): Fault {
  const isPlain = ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
  return isPlain ? undefined : fault(what, value, `a value such as ${example}`);
}

export function textsFault(what: string, value: unknown, example: string): Fault {
  const texts = `texts such as ${example}`;
  return eachFault(what, value, example, (text) =>
    typeof text === 'string' ? undefined : fault(`one of ${what}`, text, texts),
  );
}

/** Checks a meal: a text, or its lines. */
export function mealFault(meal: unknown): Fault {
  return typeof meal === 'string' ? undefined : textsFault('the lines', meal, "['2 eggs']");
}

/** @param examples option names → an example of each */
export function optionsFault(options: unknown, examples: Readonly<Record<string, string>>): Fault {
  if (options === undefined) return undefined;
  const names = Object.keys(examples);
  if (!isOptionsObject(options)) {
    const [name, example] = Object.entries(examples).at(-1) ?? [];
    return fault('options', options, `an object such as { ${name}: ${example} }`);
  }
  const faults = Object.entries(options).map(([name, value]) => {
    const example = Object.hasOwn(examples, name) ? examples[name] : undefined;
    // Ignoring an unknown option would change the request's meaning.
    if (example === undefined) return `Unknown option ${show(name)}. Use ${names.join(', ')}.`;
    return value === undefined ? undefined : optionFault(name, value, example);
  });
  return faults.find((one) => one !== undefined);
}

function optionFault(name: string, value: unknown, example: string): Fault {
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

function eachFault(
  what: string,
  values: unknown,
  example: string,
  faultOf: (value: unknown) => Fault,
): Fault {
  if (!Array.isArray(values)) return fault(what, values, `a list such as ${example}`);
  // Array.from, since `map` skips holes.
  return Array.from(values, faultOf).find((one) => one !== undefined);
}

function fault(what: string, value: unknown, wanted: string): string {
  return `Cannot use ${show(value)} as ${what}: use ${wanted}.`;
}
