import type { OriginFault } from '../cors/origin-fault.ts';
import { parseOriginText } from '../cors/origin-text.ts';
import type { Setting } from '../settings/settings.ts';

/** The value of a text, or why the text has none. */
export type ParsedText = { readonly value: unknown } | { readonly fault: OriginFault };

/**
 * The text of a flag or a variable as the value that the options take. Text that is not in the
 * setting's form stays text: the check of the options reports it.
 */
export function parseSetting({ form, alone }: Setting, text: string): ParsedText {
  if (alone !== undefined && text === 'true') return { value: alone };
  switch (form.kind) {
    case 'integer':
      return { value: /^-?\d+$/.test(text) ? Number(text) : text };
    case 'boolean':
      return { value: text === 'true' ? true : text === 'false' ? false : text };
    case 'names':
      return { value: text.split(',').map((name) => name.trim()) };
    case 'origin': {
      const parsed = parseOriginText(text);
      return 'fault' in parsed ? parsed : { value: parsed.setting };
    }
    case 'text':
    case 'choice':
      return { value: text };
  }
}
