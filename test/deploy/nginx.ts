import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';

// Runs nginx with a minimal main configuration that includes one of our sites.

export const hasNginx = spawnSync('nginx', ['-v']).error === undefined;

/**
 * @param answers whether nginx responds as expected. nginx itself does not report when it is ready.
 */
export async function startNginx(
  folder: string,
  site: string,
  answers: () => Promise<boolean>,
): Promise<() => Promise<void>> {
  const main = join(folder, 'nginx.conf');
  writeFileSync(
    main,
    `daemon off; pid ${folder}/nginx.pid; error_log stderr; events {}\n` +
      `http {\n access_log off;\n${temporaryPaths(folder)}\n${site}\n}\n`,
  );
  const nginx = spawn('nginx', ['-p', folder, '-e', 'stderr', '-c', main], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await started(nginx, answers);
  return async () => {
    const ended = once(nginx, 'exit');
    nginx.kill();
    await ended;
    rmSync(folder, { recursive: true });
  };
}

/** The temporary folders that nginx wants to create even if it never uses them. */
function temporaryPaths(folder: string): string {
  return ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => ` ${name}_temp_path ${folder}/${name};`)
    .join('\n');
}

/** Waits until nginx responds, since it does not report when it is ready. */
async function started(nginx: ChildProcess, answers: () => Promise<boolean>): Promise<void> {
  let said = '';
  nginx.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  // `expect.poll` cannot be used in a hook.
  await vi.waitFor(
    async () => {
      if (nginx.exitCode !== null) throw new Error(`nginx ended: ${said}`);
      if (!(await answers())) throw new Error('nginx does not answer as it should');
    },
    { timeout: 60_000 },
  );
}
