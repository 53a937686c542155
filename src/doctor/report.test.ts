import { expect, test } from 'vitest';
import { bySeverity, type DoctorReport, type Finding, isHealthy } from './report.ts';

const finding = (severity: Finding['severity'], code = 'x'): Finding => ({
  severity,
  code,
  message: '',
  probes: [],
});
const report = (findings: Finding[]): DoctorReport => ({ url: '', from: '', probes: [], findings });

test('findings are ordered worst first', () => {
  const found = [
    finding('hint', 'first'),
    finding('warning'),
    finding('critical'),
    finding('hint', 'second'),
    finding('error'),
  ];
  expect(found.sort(bySeverity).map(({ severity, code }) => `${severity} ${code}`)).toEqual([
    'critical x',
    'error x',
    'warning x',
    'hint first',
    'hint second',
  ]);
});

test.each<[findings: Finding[], healthy: boolean]>([
  [[], true],
  [[finding('hint')], true],
  [[finding('hint'), finding('warning')], false],
])('%j is healthy: %s', (findings, healthy) => {
  expect(isHealthy(report(findings))).toBe(healthy);
});
