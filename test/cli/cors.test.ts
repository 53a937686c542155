import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EMPTY_FOLDER, ended, run, start } from './run.ts';

describe('food-lookup cors lint', () => {
  test('exits with 0 for a safe setting', async () => {
    const { code, stdout } = await run(['cors', 'lint', 'https://app.example.com']);
    expect([code, stdout]).toEqual([
      0,
      '✓ No errors and no warnings.\n  Lets in: https://app.example.com.\n',
    ]);
  });

  test('exits with 1 and prints all faults of an invalid setting', async () => {
    const { code, stdout } = await run([
      'cors',
      'lint',
      'https://app.example.com/, app.example.com',
    ]);
    expect(code).toBe(1);
    const lines = stdout.trim().split('\n');
    expect(lines[0]).toBe(
      '✗ error [trailing-slash] Cannot use origin "https://app.example.com/": an origin has no path, ' +
        'and browsers never send the slash. Use "https://app.example.com".',
    );
    expect(lines[1]).toMatch(/^✗ error \[no-scheme\] Cannot use origin "app\.example\.com"/);
  });

  test('exits with 0 for a doubtful setting, and warns with an origin that should not be allowed', async () => {
    const { code, stdout } = await run(['cors', 'lint', '/^https:\\/\\/app\\.example\\.com/']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^! warning \[regexp-not-anchored-end\].*https:\/\/app\.example\.com\./);
  });

  test('--json prints the faults for scripts', async () => {
    const { code, stdout } = await run(['cors', 'lint', '--json', 'true, "*"']);
    const faults: unknown = JSON.parse(stdout);
    expect(code).toBe(1);
    expect(faults).toContainEqual(
      expect.objectContaining({
        severity: 'error',
        code: expect.any(String),
        message: expect.any(String),
      }),
    );
  });

  test('checks the effective settings: file, environment and flags', async () => {
    const config = join(EMPTY_FOLDER, 'lint.json');
    writeFileSync(
      config,
      '{"port": "broken", "cors": {"origin": ["https://a.example", "null"], "maxAge": -2}}',
    );
    const file = await run(['cors', 'lint', '--json'], { env: { FOOD_LOOKUP_CONFIG: config } });
    expect(JSON.parse(file.stdout)).toMatchObject([
      { where: 'origin[1]' },
      { code: 'bad-max-age' },
    ]);
    const variable = await run(['cors', 'lint'], { env: { CORS_ORIGIN: 'https://a.example:443' } });
    expect([variable.code, variable.stdout]).toEqual([1, expect.stringContaining('default-port')]);
    const flag = await run(['cors', 'lint', '--origin', '*', '--credentials']);
    expect([flag.code, flag.stdout]).toEqual([1, expect.stringContaining('credentials')]);
    expect((await run(['cors', 'lint'])).code).toBe(0);
  });

  test('exits with 1 for an unreadable setting, and says why', async () => {
    const { code, stdout } = await run(['cors', 'lint', '/(/']);
    expect([code, stdout]).toEqual([1, expect.stringContaining('Cannot use origin "/(/"')]);
  });

  test('exits with 1 for an unreadable variable, and says why, also to scripts', async () => {
    const options = { env: { CORS_ORIGIN: '/(/' } };
    const { code, stdout } = await run(['cors', 'lint', '--json'], options);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject([{ code: 'bad-regexp', where: 'origin' }]);
  });

  test('refuses an option that serve refuses', async () => {
    const config = join(EMPTY_FOLDER, 'methods.json');
    writeFileSync(config, '{"cors": {"methods": ["GET", "PUT"]}, "port": "x"}');
    const { code, stdout } = await run(['cors', 'lint', '--config', config]);
    expect([code, stdout]).toEqual([
      1,
      '✗ error [fixed-methods] Cannot use cors.methods: the service only reads, so pages may use GET and HEAD.\n',
    ]);
    const serve = await run(['serve', '--config', config]);
    expect(serve.stderr).toContain('cors.methods: Cannot use cors.methods: the service only');
  });

  test('exits with 2 if the setting is given as an argument and with --origin', async () => {
    const { code, stdout, stderr } = await run(['cors', 'lint', '*', '--origin', 'true']);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toBe('error: the setting is given twice. Leave out the argument or --origin.\n');
  });

  test('checks a setting together with other options: flags, environment and file', async () => {
    const setting = ['cors', 'lint', '*'];
    const flag = await run([...setting, '--credentials']);
    expect([flag.code, flag.stdout]).toEqual([
      1,
      expect.stringContaining('[credentials-with-any-origin]'),
    ]);
    const variable = await run(setting, { env: { CORS_CREDENTIALS: 'true', CORS_ORIGIN: 'x' } });
    expect([variable.code, variable.stdout]).toEqual([1, flag.stdout]);
    const config = join(EMPTY_FOLDER, 'credentials.json');
    writeFileSync(config, '{"cors": {"origin": "x", "credentials": true}}');
    const file = await run([...setting, '--config', config]);
    expect([file.code, file.stdout]).toEqual([1, flag.stdout]);
    expect((await run(setting)).code).toBe(0);
  });

  test('exits quietly if nobody reads its output', async () => {
    const child = start(['cors', 'lint', 'a.example']);
    child.stdout?.destroy();
    const { code, stderr } = await ended(child);
    expect(stderr).toBe('');
    expect(code).not.toBeNull();
  });
});

describe('food-lookup cors lint and explain, with a file that serve refuses', () => {
  test.each([
    [
      '{"cors":"https://a.example"}',
      /Cannot use CORS options "https:\/\/a\.example": it is a string/,
    ],
    ['{"cors":[]}', /Cannot use CORS options \[\]: it is an array/],
    ['{"cors":null}', /Cannot use CORS options null/],
    ['{"cors":{"orgin":"https://a.example"}}', /Cannot use CORS option "orgin"/],
    ['{"origin":"https://a.example"}', /Unknown setting "origin"/],
    [
      '{"cors.origin":"https://a.example"}',
      /refused\.json: Unknown setting "cors\.origin"\. Use cors: \{ origin \}\./,
    ],
    ['[]', /Cannot use \[\] as options: it is an array/],
  ])('%s: they fail and say why, like serve', async (text, reason) => {
    const config = join(EMPTY_FOLDER, 'refused.json');
    writeFileSync(config, text);
    for (const args of [['cors', 'lint'], ['cors', 'explain', 'https://a.example'], ['serve']]) {
      const { code, stdout, stderr } = await run([...args, '--config', config]);
      expect(stdout + stderr).toMatch(reason);
      expect(code).toBeGreaterThan(args[0] === 'serve' ? 1 : 0);
    }
  });

  test.each([
    ['{"origin":"https://a.example"}', /Unknown setting "origin"/],
    ['{"port":', /JSON/],
  ])('prints JSON for scripts even if the configuration is wrong: %s', async (text, message) => {
    const config = join(EMPTY_FOLDER, 'refused-for-scripts.json');
    writeFileSync(config, text);
    const faults = [
      {
        severity: 'error',
        code: 'unusable-configuration',
        where: expect.any(String),
        message: expect.stringMatching(message),
      },
    ];
    const lint = await run(['cors', 'lint', '--json', '--config', config]);
    expect([lint.code, JSON.parse(lint.stdout)]).toEqual([2, faults]);
    const explain = await run([
      'cors',
      'explain',
      'https://a.example',
      '--json',
      '--config',
      config,
    ]);
    expect([explain.code, JSON.parse(explain.stdout)]).toEqual([2, { faults }]);
  });
});

describe('food-lookup cors explain', () => {
  const explain = (...args: string[]) => run(['cors', 'explain', ...args]);

  test('exits with 0 for an allowed origin, and names the setting that allows it', async () => {
    const { code, stdout } = await explain('http://localhost:3000');
    expect([code, stdout]).toEqual([
      0,
      '✓ "http://localhost:3000" is allowed: it is equal to origin.\n  Lets in: http://localhost:3000.\n',
    ]);
  });

  test("exits with 1 for a refused origin, with the difference, the remedy and the browser's message", async () => {
    const { code, stdout } = await explain('http://app.example', '--origin', 'https://app.example');
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^✗ "http:\/\/app\.example" is refused: .*https.*\n {2}The browser shows: Access to fetch/,
    );
  });

  test('--json prints the explanation for scripts', async () => {
    const { code, stdout } = await explain('http://127.0.0.1:3000', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      allowed: false,
      reason: 'not-listed',
      nearest: { where: 'origin' },
    });
  });

  test('exits with 1 for an invalid setting, and prints its faults', async () => {
    const { code, stdout, stderr } = await explain('http://a.example', '--origin', 'a.example');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('Cannot use origin "a.example"');
  });

  test('prints the faults of an invalid setting for scripts with --json', async () => {
    const { code, stdout } = await explain('http://a.example', '--json', '--origin', 'a.example');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual({
      faults: [expect.objectContaining({ severity: 'error', code: 'no-scheme', where: 'origin' })],
    });
  });

  test('allows the origin of the page by default, like serve', async () => {
    const options = { env: { PAGE_PORT: '8080' } };
    const { code, stdout } = await run(['cors', 'explain', 'http://localhost:8080'], options);
    expect([code, stdout]).toEqual([0, expect.stringContaining('is allowed')]);
  });

  test('refuses an origin that serve refuses because of credentials', async () => {
    const config = join(EMPTY_FOLDER, 'function.mjs');
    writeFileSync(config, 'export default { cors: { origin: () => "*", credentials: true } };');
    const { code, stdout } = await explain('https://a.example', '--config', config);
    expect([code, stdout]).toEqual([1, expect.stringContaining('is refused')]);
  });

  test('exits with 2 without an origin', async () => {
    expect((await explain()).code).toBe(2);
  });
});
