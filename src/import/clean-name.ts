import { decodeHTMLStrict } from 'entities';
import { repairMojibake } from './files/text-decoding.ts';
import type { FindingCounts } from './import-report.ts';

// Cleans the names of foods: HTML entities, control characters, quotes. Counts what was odd.

// biome-ignore lint/suspicious/noControlCharactersInRegex: this matches them on purpose
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** Matches quoted text that contains doubled quotes, and a formula that is only text: `="Tea"`. */
const QUOTED_NAME = /^(?:"(?=.*"".*")(?:[^"]|"")+"|="[^"]*")$/;

/** Matches U+FFFD, escapes as in JSON, URLs or emails, and a quote or diff mark at the start. */
const LOST_CHARACTER = /\ufffd|\\u[\da-f]{4}|%20|%C3%|=C3=|\+A[a-z\d+/]{2}-|^(?:["“>]|[+-]\p{L})/iu;

/** Returns a name without entities, control characters or surrounding spaces; counts oddities. */
export function cleanName(raw: string, place: number, findings: FindingCounts): string {
  // Decoded twice, since a repeated export yields `&amp;quot;`.
  const decoded = raw.includes('&') ? decodeHTMLStrict(decodeHTMLStrict(raw)) : raw;
  const line = repairMojibake(decoded).replaceAll(CONTROLS, ' ');
  if (line !== raw) findings.add('repaired-text', () => raw, place);
  // In Open Food Facts' own export, quotes are plain text. In copies of it, they enclose names.
  const name = QUOTED_NAME.test(line)
    ? line.replaceAll(/^=?"|"$/g, '').replaceAll('""', '"')
    : line.trim();
  if (LOST_CHARACTER.test(name)) findings.add('damaged-text', () => name, place);
  return name;
}
