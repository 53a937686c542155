import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { altered, check, PAGE } from '../../doctor/faulty-server.case.ts';
import type { DoctorReport } from '../../doctor/report.ts';
import { reportText } from './cors-check.ts';

const plain = (report: DoctorReport) => stripVTControlCharacters(reportText(report));

describe('reportText', () => {
  test('shows the requests, the responses and the findings', async () => {
    const report = await check(
      altered((headers) => {
        delete headers.vary;
        return undefined;
      }),
    );
    const text = plain(report);
    expect(text).toContain(`called from a page on ${PAGE}`);
    expect(text).toContain('! GET 200\n    a browser gives the response to the script');
    expect(text).toContain(
      '! GET from https://not-allowed.invalid 200\n    a browser blocks it: no Access-Control-Allow-Origin',
    );
    expect(text).toContain('! GET without Origin 200');
    expect(text).toMatch(/^! warning \[vary-origin-missing\] \S/m);
    expect(text).toMatch(/^ {2}fix Send "Vary: Origin"/m);
    expect(text.endsWith('1 problem found.\n')).toBe(true);
  });

  test('marks unwanted and suspicious responses', async () => {
    const report = await check(
      altered((headers) => {
        headers['access-control-allow-origin'] = '*';
        return undefined;
      }),
    );
    expect(plain(report)).toContain('! GET from https://not-allowed.invalid 200');
    const blocked = await check(
      altered(() => undefined),
      { from: 'https://other.example' },
    );
    expect(plain(blocked)).toContain('✗ GET 200');
  });

  test('says that nothing is wrong', async () => {
    expect(plain(await check(altered(() => undefined)))).toMatch(/No problems found\.\n$/);
  });

  test('never prints a control character of a header', async () => {
    const report = await check(
      altered((headers) => {
        // CSI as a single byte: a control character that Node lets through.
        headers['access-control-allow-origin'] = 'https://x.example\u009b31m';
        return undefined;
      }),
    );
    const text = reportText(report);
    expect(text).toContain('\ufffd31m');
    expect(text).not.toMatch(/[\u0080-\u009f]/);
  });
});
