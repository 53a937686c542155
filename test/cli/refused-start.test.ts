import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { SMALL_DATABASE } from '../small-database.ts';
import { EMPTY_FOLDER, run, runProgram } from './run.ts';

describe('food-lookup serve refuses', () => {
  test('several faults: reports them together, each with the flag or variable that was set, and systemd does not restart it', async () => {
    const config = join(EMPTY_FOLDER, 'faults.json');
    writeFileSync(config, '{"port": "x", "logLevel": "loud", "prot": 1, "cors": {"orgin": true}}');
    const { code, stdout, stderr } = await run(
      ['serve', '--origin', '/(/', '--database', 'none.sqlite'],
      {
        env: { HOST: 'my host', FOOD_LOOKUP_CONFIG: config },
      },
    );
    const unit = readFileSync(new URL('../../deploy/food-lookup.service', import.meta.url), 'utf8');
    expect(unit).toContain(`\nRestartPreventExitStatus=${code}\n`);
    expect([code, stdout]).toEqual([2, '']);
    const lines = stderr.trim().split('\n');
    expect(lines[0]).toBe('The configuration has 7 errors:');
    const expected = [
      /^ {2}--origin: Cannot use origin "\/\(\/": .*expression/,
      /^ {2}HOST: Cannot use "my host"/,
      /^ {2}.*faults\.json: port: Cannot use "x"/,
      /^ {2}.*faults\.json: logLevel: Cannot use "loud"/,
      /^ {2}.*faults\.json: prot: Unknown setting "prot"\. Use port, host,/,
      /^ {2}.*faults\.json: cors\.orgin: Cannot use CORS option "orgin": .* Use origin,/,
      /^ {2}--database: Cannot use database "none\.sqlite": there is no such file/,
    ];
    for (const form of expected) expect(lines).toContainEqual(expect.stringMatching(form));
    expect(lines).toHaveLength(1 + expected.length);
  });

  // A port in use is tested for --port in test/http/starting.test.ts.
  test.each(['--metrics-port', 'PAGE_PORT'])(
    '%s in use: one line that names it and says what to do',
    async (name) => {
      const other = createServer();
      await new Promise<void>((resolve) => other.listen(0, 'localhost', resolve));
      onTestFinished(() => void other.close());
      const { port } = other.address() as AddressInfo;
      const isFlag = name.startsWith('--');
      const args = ['serve', '--port', '0', '--database', SMALL_DATABASE, '--log-level', 'error'];
      const { code, stderr } = await runProgram(
        [...args, ...(isFlag ? [name, String(port)] : [])],
        {
          env: isFlag ? {} : { [name]: String(port) },
        },
      );
      expect(code).toBe(1);
      expect(stderr).toBe(
        `${name}: Cannot listen on port ${port} of localhost: it is in use. ` +
          'Stop the program that uses it, or choose another port (0: any free one).\n',
      );
    },
  );

  test.each([
    [
      ['--table', 'foods'],
      /^--table: .* it has no table "foods"; it has "entries"\..* --table entries\./,
    ],
    [['--key', 'code'], /^--key: .* has no key column "code"\. It has "/],
  ])('%j that the database lacks: one line that begins with the flag', async (args, message) => {
    const { code, stderr } = await run(['serve', '--database', SMALL_DATABASE, ...args]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(message)]);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  test.each(['tiny', 'long'])('a %s CSV file as database: says how to import it', async (size) => {
    const path = join(EMPTY_FOLDER, `${size}.csv`);
    writeFileSync(path, 'description,kcal\n'.repeat(size === 'tiny' ? 1 : 10_000));
    const { code, stderr } = await run(['serve', '--database', path]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^--database: .* it is not a SQLite database\. .*food-lookup import/);
  });

  test.each([
    [['serve', '--prot', '1'], "error: unknown option '--prot'"],
    [['serve', '--cors', 'x'], "error: unknown option '--cors'\n(Did you mean --origin, --cred"],
    [['serve', '--cors-origin', 'x'], '(Did you mean --origin?)'],
    [['serf'], "error: unknown command 'serf'"],
    [['serve', 'now'], 'error: too many arguments'],
  ])('%j is incorrect usage: exit code 2', async (args, message) => {
    const { code, stderr } = await run(args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
