import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platform } from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { SETTINGS } from '../../src/settings/settings.ts';
import { ended, firstMatch } from '../cli/run.ts';
import type { Cluster } from '../postgres/cluster.ts';
import { whyNoCluster } from '../postgres/server.ts';
import { ACCOUNT, COMMAND, HEALTH_CHECK, makeImage, runCommand, runImage } from './image.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(project, path), 'utf8');

const SERVICE = z.object({
  environment: z.record(z.string(), z.union([z.string(), z.number()])),
  secrets: z.array(z.string()),
  command: z.array(z.string()).optional(),
  restart: z.string().optional(),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()).optional(),
  mem_limit: z.string().optional(),
});
const COMPOSE = z.object({
  services: z.object({ database: SERVICE, import: SERVICE, service: SERVICE }),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});
const { services, secrets } = COMPOSE.parse(parse(read('compose.yaml')));

/** The environment of a service in its container, with the defaults of Compose's variables. */
const environmentOf = ({ environment }: z.infer<typeof SERVICE>) =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      String(value).replace(/\$\{\w+:-(.*)\}/, '$1'),
    ]),
  );

describe('compose.yaml', () => {
  test('shows no passwords in docker inspect: they are in files that the service can read', () => {
    for (const service of Object.values(services)) {
      const shown = JSON.stringify([service.command, environmentOf(service)]);
      expect(shown).not.toMatch(/\$\{|:\/\/[^/@"]*:[^/@"]*@/);
      const files = Object.entries(service.environment).filter(([name]) => /PASS/.test(name));
      expect(files.map(([, file]) => file).sort()).toEqual(
        service.secrets.map((name) => `/run/secrets/${name}`),
      );
      for (const name of service.secrets) expect(secrets[name]?.file).toBe(`./secrets/${name}`);
    }
  });

  test('restarts its services with the machine, but not the import', () => {
    expect(services.database.restart).toBe('unless-stopped');
    expect(services.service.restart).toBe('unless-stopped');
    expect(services.import.restart).toBeUndefined();
    expect(Number(services.service.environment.FOOD_WAIT)).toBeGreaterThanOrEqual(30);
  });

  test('gives our containers no privileges and no writable folder', () => {
    for (const service of [services.import, services.service]) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    }
  });

  test('the image runs as an unprivileged user, and is built without secrets', () => {
    expect(ACCOUNT).toBe('node');
    expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['.env*', 'secrets']));
    expect(read('.gitignore').split('\n')).toEqual(expect.arrayContaining(['.env*', 'secrets']));
  });

  test('limits the memory as docs/deployment.md says for the bundled foods', () => {
    const [, limit] = /^\| 8,790 \|.*\| (\d+) MB \|$/m.exec(read('docs/deployment.md')) ?? [];
    expect(services.service.mem_limit).toBe(`${limit}m`);
    expect(read('deploy/kubernetes/food-lookup.yaml').match(/memory: \d+Mi/g)).toEqual([
      `memory: ${limit}Mi`,
      `memory: ${limit}Mi`,
    ]);
  });

  test('sets only variables that the service has', () => {
    const known = [...SETTINGS.map(({ variable }) => variable), 'PGPASSFILE'];
    const set = [services.import, services.service].flatMap((one) => Object.keys(one.environment));
    expect(set.filter((name) => !known.includes(name))).toEqual([]);
  });
});

const reason = platform === 'win32' ? 'it has no sh' : await whyNoCluster();

describe.skipIf(reason !== undefined)(`compose.yaml, without Docker ${reason ?? ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'food-lookup-compose-'));
  const image = makeImage();
  let cluster: Cluster;

  /** Maps the container's /run/secrets to a folder, and `database` to the test's server. */
  const here = (text: string) =>
    text
      .replace('/run/secrets/', `${folder}/secrets/`)
      .replace('@database/', `@127.0.0.1:${cluster.port}/`);
  const environment = (service: z.infer<typeof SERVICE>) =>
    Object.fromEntries(
      Object.entries(environmentOf(service)).map(([name, value]) => [name, here(value)]),
    );

  const makeSecrets = () =>
    execFileSync('sh', [join(folder, 'deploy/make-secrets.sh')], { stdio: 'pipe' });

  beforeAll(async () => {
    mkdirSync(join(folder, 'deploy'));
    cpSync(join(project, 'deploy/make-secrets.sh'), join(folder, 'deploy/make-secrets.sh'));
    makeSecrets();
    const { Cluster } = await import('../postgres/cluster.ts');
    cluster = await Cluster.start();
    const admin = cluster.connect();
    const owner = readFileSync(join(folder, 'secrets/owner.password'), 'utf8');
    await admin.unsafe(`CREATE ROLE foods_owner SUPERUSER LOGIN PASSWORD '${owner}'`);
    await admin.unsafe('CREATE DATABASE foods OWNER foods_owner');
    await admin.end();
    // The image would run this with psql, which may be missing here.
    const [, sql = ''] = /<<'SQL'\n([\s\S]*)SQL\n/.exec(read('deploy/postgres/reader.sh')) ?? [];
    const reader = readFileSync(join(folder, 'secrets/reader.password'), 'utf8');
    const foods = cluster.connect('foods');
    await foods.unsafe(`SET ROLE foods_owner; ${sql.replace(":'reader_password'", `'${reader}'`)}`);
    await foods.end();
    for (const name of ['owner', 'reader']) {
      const path = join(folder, 'secrets', `${name}.pgpass`);
      const text = readFileSync(path, 'utf8').replace('database:5432', `127.0.0.1:${cluster.port}`);
      writeFileSync(path, text);
    }
  });

  afterAll(() => cluster.remove());

  test('the passwords are unreadable to other users of the machine, and generated only once', () => {
    expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700);
    for (const name of Object.keys(secrets)) {
      expect(statSync(join(folder, 'secrets', name)).mode & 0o777).toBe(0o644);
    }
    expect(makeSecrets).toThrow(/secrets/);
  });

  test('the import fills the table once, and the service reads it and is healthy', async () => {
    const importing = () =>
      ended(
        runImage(image, services.import.command?.map(here) ?? [], environment(services.import)),
      );
    expect(await importing()).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^8,790 of 8,790 foods imported/),
    });
    const foods = cluster.connect('foods');
    await foods`DELETE FROM entries WHERE description <> 'Butter oil, anhydrous'`;
    expect(await importing()).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^nothing imported: .* has a table or view "entries"\n$/),
    });
    await foods.end();

    // The service listens on a socket, since the image's port may be in use here.
    const env = { ...environment(services.service), LISTEN_SOCKET: join(folder, 'http.sock') };
    const health = () => ended(runCommand(image, HEALTH_CHECK, env));
    expect((await health()).code).toBe(1);
    const service = runImage(image, COMMAND, env);
    const running = ended(service);
    await firstMatch(service, /"event":"listening"/);
    let healthy = await health();
    while (healthy.code !== 0 && service.exitCode === null) healthy = await health();
    expect(healthy.stdout).toMatch(/^ready: .*"rows":1,/);
    service.kill('SIGTERM');
    expect((await running).code).toBe(0);
  });
});
