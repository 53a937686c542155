import { refuseExtra } from '../errors/check-arguments.ts';
import { kindOf, parseJson } from '../errors/shown-value.ts';
import { unwrap } from './lint/unwrap.ts';
import { CorsConfigurationError, makeFault, type OriginFault } from './origin-fault.ts';
import type { OriginSetting } from './origin-setting.ts';

// Parses a text setting (`--origin`, `CORS_ORIGIN`) into strings, expressions and lists.

/** The result of {@link parseOriginText}: the setting, or why the text cannot be parsed. */
export type ParsedOriginText =
  | { readonly setting: OriginSetting }
  | { readonly fault: OriginFault };

/**
 * Parses an `origin` setting from the text of a flag or variable: `true`, `false`, `*`, one origin,
 * an expression as `/source/flags`, or a list of origins and expressions, either separated by
 * commas or as a JSON array of strings. Strings in a configuration file are not parsed: each is one
 * origin or pattern, never an expression. A comma within an expression belongs to it, slashes in it
 * need no backslash, and white space around elements is dropped.
 *
 * Does not check whether the strings are origins: see {@link lintOrigin}.
 */
export function parseOriginText(text: string, ...extra: never[]): ParsedOriginText {
  refuseExtra(extra);
  if (typeof text !== 'string') {
    const reason = `it is ${kindOf(text)}. Use a string such as https://app.example.com`;
    return { fault: makeFault({ code: 'bad-type', where: 'origin', value: text, reason }) };
  }
  const trimmed = text.trim();
  if (trimmed === 'true') return { setting: true };
  if (trimmed === 'false') return { setting: false };
  try {
    const array = parseJsonArray(trimmed);
    if (array !== undefined) return { setting: array.map(toElement) };
    const parts = split(trimmed);
    // A string in quotes or the like is not split, since the linter explains what is wrong with it.
    // Within a list of expressions, only a quote or bracket at the start of the string counts.
    const mayBeWrapped = !parts.some(startsExpression) || /^["'`[]/.test(trimmed);
    if (mayBeWrapped && unwrap(trimmed) !== undefined) return { setting: trimmed };
    const elements = parts.map(toElement);
    const [only = ''] = elements;
    return { setting: elements.length > 1 ? elements : only };
  } catch (error) {
    const [fault] = error instanceof CorsConfigurationError ? error.faults : [];
    if (fault === undefined) throw error;
    return { fault };
  }
}

function textError(code: string, value: string, reason: string): CorsConfigurationError {
  return new CorsConfigurationError([makeFault({ code, where: 'origin', value, reason })]);
}

function parseJsonArray(text: string): string[] | undefined {
  // An IPv6 address in brackets without a scheme is not an array. The linter recognizes it.
  if (!text.startsWith('[') || /^\[[\da-f:.%]*:[^\]]*\]/i.test(text)) return undefined;
  const parsed = parseJson(text);
  if (!Array.isArray(parsed) || !parsed.every((item) => typeof item === 'string')) {
    if (unwrap(text) !== undefined) return undefined;
    const hint =
      'Use ["https://a.example", "https://b.example"] or https://a.example,https://b.example';
    throw textError('bad-json', text, `a list in brackets is a JSON array of strings. ${hint}`);
  }
  return parsed;
}

function toElement(text: string): string | RegExp {
  if (!startsExpression(text)) return text;
  const [, source = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(text) ?? [];
  if (source === '') {
    const reason =
      'an expression is written between two slashes. Use /^https:\\/\\/app\\.example$/';
    throw textError('bad-regexp', text, reason);
  }
  try {
    return new RegExp(source, flags);
  } catch (error) {
    // V8's message repeats the whole expression before the reason.
    const reason =
      error instanceof Error ? error.message.split(`/${flags}: `).at(-1) : String(error);
    throw textError('bad-regexp', text, `it is not a regular expression (${reason})`);
  }
}

/** Whether a string starts with a single slash. Two slashes are an origin without its scheme. */
function startsExpression(text: string): boolean {
  return /^\/(?!\/)/.test(text);
}

/** Splits a list at its commas, except those within an expression. */
function split(text: string): string[] {
  const elements: string[] = [];
  for (let rest = text; ; ) {
    const [element = ''] = (startsExpression(rest) ? EXPRESSION : ELEMENT).exec(rest) ?? [];
    if (element === '') return [...elements, rest.trim()];
    elements.push(element.slice(0, -1).trim());
    rest = rest.slice(element.length).trimStart();
  }
}

/** An expression, up to the comma after it. A slash in it does not have to be escaped. */
const EXPRESSION = /^\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^\\[])*?\/[a-z]*\s*,/s;

// Does not split within `{app,www}` or before another port, which the linter reports.
const ELEMENT = /^.*?,(?![^{}]*\})(?! *\d{2,5} *(?:[,\]]|$))/s;
