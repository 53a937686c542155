import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Copy, DockerfileParser } from 'dockerfile-ast';
import { onTestFinished } from 'vitest';

// Runs the Docker image's files without Docker, following the Dockerfile.

const project = fileURLToPath(new URL('../..', import.meta.url));

const dockerfile = DockerfileParser.parse(readFileSync(join(project, 'Dockerfile'), 'utf8'));

/** The instructions of the last stage, which define the image. */
const stage = dockerfile
  .getInstructions()
  .slice(dockerfile.getInstructions().findLastIndex((one) => one.getKeyword() === 'FROM'));

/** Returns the arguments of an instruction in the last stage, without its flags. */
function argumentsOf(keyword: string): string[] {
  const found = stage.find((one) => one.getKeyword() === keyword);
  return found?.getArguments().map((argument) => argument.getValue()) ?? [];
}

/** The paths copied from the build folder, and their destinations. */
export const COPIES: readonly { readonly from: readonly string[]; readonly to: string }[] =
  dockerfile
    .getCOPYs()
    .filter((copy: Copy) => stage.includes(copy))
    .map((copy) => {
      const paths = copy.getArguments().map((argument) => argument.getValue());
      return {
        from: paths.slice(0, -1).map((path) => path.replace(/^\/build\//, '')),
        to: paths.at(-1) ?? '',
      };
    });

const ENTRYPOINT: readonly string[] = JSON.parse(argumentsOf('ENTRYPOINT').join(' '));

/** The container's default command. */
export const COMMAND: readonly string[] = JSON.parse(argumentsOf('CMD').join(' '));

/** The image's health check command. */
export const HEALTH_CHECK: readonly string[] = JSON.parse(
  argumentsOf('HEALTHCHECK').slice(1).join(' '),
);

/** The account that the container runs as. */
export const ACCOUNT = argumentsOf('USER').join(' ');

/** The environment of the image. */
export const ENVIRONMENT: Readonly<Record<string, string>> = Object.fromEntries(
  dockerfile
    .getENVs()
    .flatMap((env) => env.getProperties())
    .map((property) => [property.getName(), property.getValue() ?? '']),
);

/**
 * Creates a folder with the files of the image; requires `npm run build`. The libraries are
 * symlinked.
 */
export function makeImage(): string {
  const folder = mkdtempSync(join(tmpdir(), 'food-lookup-image-'));
  for (const { from, to } of COPIES) {
    for (const path of from) {
      const source = join(project, path);
      if (path === 'node_modules') symlinkSync(source, join(folder, to), 'junction');
      else if (statSync(source).isDirectory())
        cpSync(source, join(folder, to), { recursive: true });
      else {
        mkdirSync(join(folder, to), { recursive: true });
        cpSync(source, join(folder, to, basename(path)));
      }
    }
  }
  return folder;
}

/** Runs the container's entrypoint with this command. */
export function runImage(
  folder: string,
  command: readonly string[],
  env: Readonly<Record<string, string>>,
): ChildProcess {
  return runCommand(folder, [...ENTRYPOINT, ...command], env);
}

/** Runs a command that begins with `node` as in a container. */
export function runCommand(
  folder: string,
  [program, ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
): ChildProcess {
  if (program !== 'node') throw new Error(`The image has no ${program}.`);
  const child = spawn(process.execPath, args, { cwd: folder, env: { ...ENVIRONMENT, ...env } });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}
