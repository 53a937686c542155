import { decodeHTMLStrict } from 'entities';
import type { FindingCounts } from './import-report.ts';

// Cleans the name of an imported food: HTML entities, line breaks, damaged characters.

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** A name without entities, control characters and spaces around it; what was odd is counted. */
export function cleanName(raw: string, place: number, findings: FindingCounts): string {
  // Twice, since exports of exports have `&amp;quot;`.
  const decoded = raw.includes('&') ? decodeHTMLStrict(decodeHTMLStrict(raw)) : raw;
  if (decoded !== raw) findings.add('html-entity', place, () => raw);
  const line = decoded.replaceAll(CONTROLS, ' ');
  if (line !== decoded) findings.add('line-break', place, () => decoded);
  const name = line.trim();
  if (name.includes('\ufffd')) findings.add('damaged-text', place, () => name);
  if (name.startsWith('"')) findings.add('quote', place, () => name);
  return name;
}
