import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { writeEntries } from '../../src/catalog/postgres/write-entries.ts';
import {
  EMPTY_FOLDER,
  ended,
  firstMatch,
  HAS_SIGNALS,
  run,
  runProgram,
  start,
} from '../cli/run.ts';
import { EGG } from '../egg.ts';
import { tableOf } from '../table-of.ts';
import type { Cluster } from './cluster.ts';
import { whyNoCluster } from './server.ts';

const reason = await whyNoCluster();

describe.skipIf(reason !== undefined)(
  `food-lookup serve before its database has started ${reason ?? ''}`,
  () => {
    let cluster: Cluster;
    let serve: string[];
    const oneLine = () =>
      `Cannot use database "postgres://postgres@127.0.0.1:${cluster.port}/postgres": ` +
      'the server does not answer. Check the URL, and that the server is running.\n';

    beforeAll(async () => {
      const { Cluster } = await import('./cluster.ts');
      cluster = await Cluster.start();
      await writeEntries(cluster.address(), tableOf([EGG]));
      await cluster.stop();
      serve = ['serve', '--port', '0', '--database', cluster.address()];
    });
    afterAll(() => cluster.remove());

    test('says in one line that it is down, and exits with 1', async () => {
      const { code, stdout, stderr } = await run([...serve, '--log-level', 'silent']);
      expect({ code, stdout, stderr }).toEqual({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining(oneLine()),
      });
      expect(stderr.trim().split('\n')).toHaveLength(1);
    });

    test('gives up after --wait seconds, with the same line', async () => {
      const { code, stderr } = await runProgram([...serve, '--wait', '1']);
      expect(code).toBe(1);
      // On a busy machine, the second may pass before the first wait, so the line about waiting may
      // be missing.
      expect(stderr.endsWith(oneLine())).toBe(true);
    });

    test.skipIf(!HAS_SIGNALS)('serves once the database has started, with --wait', async () => {
      const child = start([...serve, '--wait', '600']);
      const end = ended(child);
      const waits = /the server does not answer.* Searches get 503 until the database is available/;
      await firstMatch(child, waits, child.stderr);
      const listening = firstMatch(child, /listens at ([^\s"]+)/);
      await cluster.start();
      onTestFinished(() => cluster.stop());
      const [, url] = await listening;
      expect(await (await fetch(`${url}/api/food?q=egg`)).json()).toHaveLength(1);
      const health = await (await fetch(`${url}/health/ready`)).json();
      expect(health).toMatchObject({ ready: true, store: 'reachable' });
      // An open connection would keep this program from ending.
      const index = ['index', join(EMPTY_FOLDER, 'foods.index'), '--database', cluster.address()];
      expect((await runProgram(index)).code).toBe(0);
      child.kill('SIGTERM');
      const { code, stdout, stderr } = await end;
      expect(code).toBe(0);
      expect(stdout + stderr).not.toContain(encodeURIComponent('a secret/with:odd@letters'));
      expect(stdout + stderr).not.toContain('secret');
    });
  },
);
