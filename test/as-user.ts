import { spawnSync } from 'node:child_process';

// Runs programs as a user other than root.

/**
 * Returns the prefix with which root runs a command as another user, who may still use root's
 * files, such as a clone in `/root`. Returns `undefined` if there is no `setpriv` that can do so.
 */
export function asUser(uid: number, gid: number): readonly string[] | undefined {
  const command = ['--clear-groups', `--reuid=${uid}`, `--regid=${gid}`];
  command.push('--inh-caps=+dac_override', '--ambient-caps=+dac_override');
  // Without this, access() would refuse a file that the user can open.
  command.push('--securebits=+no_setuid_fixup');
  return spawnSync('setpriv', [...command, 'true']).status === 0
    ? ['setpriv', ...command]
    : undefined;
}
