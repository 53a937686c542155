import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platform } from 'node:process';
import { createFoodLookup } from '../src/index.ts';

// `npm run clients`, which CI also runs: third-party tools check the OpenAPI document and generate
// clients from it, which must compile. The tools, 350 packages, are fetched on demand.

const TOOLS = [
  ...['@stoplight/spectral-cli@6.16.3', 'openapi-typescript@7.13.0', '@hey-api/openapi-ts@0.95.0'],
  ...['orval@7.13.2', 'typescript@5.9.3'],
];

const folder = mkdtempSync(join(tmpdir(), 'food-lookup-clients-'));

/** @param line a command whose words contain no spaces */
function run(line: string): void {
  const [command = '', ...args] = line.split(' ');
  execFileSync(command, args, { cwd: folder, stdio: 'inherit', shell: platform === 'win32' });
}

await using foodLookup = await createFoodLookup({
  ...{ logLevel: 'silent', interfaces: ['openfoodfacts', 'fdc', 'mcp'] },
});
const { body } = await foodLookup.inject('/openapi.json');
try {
  writeFileSync(join(folder, 'openapi.json'), body);
  writeFileSync(join(folder, 'package.json'), '{"type":"module","private":true}');
  writeFileSync(join(folder, '.spectral.json'), '{"extends":["spectral:oas"]}');
  run(`npm install --no-audit --no-fund --silent ${TOOLS.join(' ')}`);
  run('npx spectral lint openapi.json --fail-severity=hint');
  run('npx openapi-typescript openapi.json --output clients/types.ts');
  run('npx openapi-ts --input openapi.json --output clients/hey-api');
  run('npx orval --input openapi.json --output clients/orval.ts --client fetch');
  const language = '--target es2022 --lib es2022,dom,dom.iterable --module esnext';
  const files = 'clients/types.ts clients/hey-api/index.ts clients/orval.ts';
  run(`npx tsc --strict --noEmit --skipLibCheck --moduleResolution bundler ${language} ${files}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
