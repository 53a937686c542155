import { withoutPassword } from '../catalog/database-error.ts';
import { type DataFinding, type ImportReport, NOTES, SKIPS } from '../import/import-report.ts';
import { printable } from './printable.ts';

const RULES: Readonly<Record<string, string>> = { ...SKIPS, ...NOTES };

/** The report of an import for people. */
export function reportText(report: ImportReport, to: string): string {
  const { format, read, kept, key } = report;
  return [
    `${number(kept)} of ${number(read)} foods imported into ${withoutPassword(to)} (${format})`,
    key === undefined ? 'no key: foods cannot be looked up' : `key: ${key}`,
    ...findingLines(report, { skipped: 'skipped', found: 'found' }),
    '',
  ].join('\n');
}

/** What was skipped and found, and which values are missing. */
export function findingLines(
  { skipped, findings, nulls }: ImportReport,
  titles: { readonly skipped: string; readonly found: string },
): string[] {
  const gaps = Object.entries(nulls).filter(([, count]) => count > 0);
  const gapText = gaps.map(([name, count]) => `${name} ${number(count)}`).join(', ');
  return [
    ...section(titles.skipped, skipped),
    ...section(titles.found, findings),
    ...(gaps.length === 0 ? [] : ['without a value:', `  ${gapText}`]),
  ];
}

function section(title: string, findings: readonly DataFinding[]): string[] {
  if (findings.length === 0) return [];
  return [
    `${title}:`,
    ...findings.flatMap(({ rule, count, examples: [first] }) => {
      const line = first === undefined || first.place === 0 ? '' : `line ${first.place}: `;
      const text = first === undefined ? '' : `, first ${line}${printable(first.text)}`;
      return `  ${number(count)} × ${RULES[rule]}${text}`;
    }),
  ];
}

function number(value: number): string {
  return value.toLocaleString('en');
}
