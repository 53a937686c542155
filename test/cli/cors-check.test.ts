import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { altered, always, PAGE } from '../../src/doctor/faulty-server.case.ts';
import { listening } from '../http/listening.ts';
import { run } from './run.ts';

const corsCheck = (...args: string[]) => run(['cors', 'check', ...args]);

describe('food-lookup cors check', () => {
  test('exits with 0 if nothing is wrong', async () => {
    const url = await listening(createServer(altered(() => undefined)));
    const { code, stdout } = await corsCheck(`${url}/food`, '--from', PAGE);
    expect(stdout).toContain('✓ GET 200\n');
    expect(stdout).toMatch(/No problems found\.\n$/);
    expect(code).toBe(0);
  });

  test('exits with 1 and says why if something is wrong', async () => {
    const url = await listening(createServer(always({})));
    const { code, stdout } = await corsCheck(`${url}/food`, '--from', PAGE);
    expect(stdout).toContain(
      '✗ error [allow-origin-missing] The response has no Access-Control-Allow-Origin',
    );
    expect(code).toBe(1);
  });

  test('--json prints the report as JSON, even with --credentials and --header', async () => {
    const url = await listening(createServer(altered(() => undefined)));
    const args = [`${url}/food`, '--from', PAGE, '--json', '--credentials'];
    args.push('--header', 'X-Key', '--header', 'X-Other');
    const { code, stdout } = await corsCheck(...args);
    expect(JSON.parse(stdout)).toMatchObject({
      url: `${url}/food`,
      from: PAGE,
      findings: [
        { code: 'credentials-not-allowed' },
        { code: 'header-not-allowed', message: expect.stringContaining('x-key, x-other') },
      ],
    });
    expect(code).toBe(1);
  });

  test('--timeout ends the check', async () => {
    const url = await listening(createServer(() => undefined));
    const { code, stdout } = await corsCheck(url, '--from', PAGE, '--timeout', '0.05');
    expect(stdout).toContain("did not answer within the check's limit of 50 ms.");
    expect(code).toBe(1);
  });

  test.each([
    ['a slash at the end of the origin', ['http://localhost/', '--from', 'https://a.example/']],
    ['no scheme', ['a.example', '--from', 'https://a.example']],
    ['no origin', ['http://localhost/']],
    ['nothing', []],
  ])('exits with 2 on %s', async (_, args) => {
    const { code, stdout, stderr } = await corsCheck(...args);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).not.toBe('');
    expect(stderr).not.toContain('    at ');
  });
});
