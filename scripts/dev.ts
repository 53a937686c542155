import { type ChildProcess, spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { argv, cwd, execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { DEFAULT_PAGE_PORT } from '../src/settings/rows/server.ts';
import { CONFIG_FILE, OPTION_SETTINGS } from '../src/settings/settings.ts';

// `npm run dev`: runs the service from its sources, again when one of them or the configuration file
// changes, and the page by Vite, which replaces what changes in the open browser.

const root = fileURLToPath(new URL('..', import.meta.url));
const HOST = OPTION_SETTINGS.host.default;
const flags = ['--log-level', 'debug', ...argv.slice(2)];
let service: ChildProcess | undefined;
let isStale = false;
let waiting: NodeJS.Timeout | undefined;

function restart(): void {
  // Editors write a file in several steps, and a checkout changes many files at once.
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    if (service === undefined) return start();
    isStale = true;
    service.kill();
  }, 100);
}

function start(): void {
  isStale = false;
  service = spawn(execPath, [`${root}src/cli/main.ts`, 'serve', ...flags], { stdio: 'inherit' });
  service.once('exit', () => {
    service = undefined;
    if (isStale) start();
  });
}

watch(`${root}src`, { recursive: true }, (_, name) => {
  // The build writes the index of the bundled foods there, which is no reason to start again.
  if (name === null || /(?<!\.test|\.case)\.ts$/.test(name)) restart();
});
watch(cwd(), (_, name) => {
  if (CONFIG_FILE.defaultNames.some((known) => known === name)) restart();
});
start();

const page = await createServer({
  configFile: `${root}web/vite.config.ts`,
  server: { host: HOST, port: DEFAULT_PAGE_PORT, strictPort: true },
  plugins: [
    {
      name: 'page-configuration',
      configureServer({ middlewares }) {
        middlewares.use('/config.json', (_request, response) => {
          const apiUrl = `http://${HOST}:${OPTION_SETTINGS.port.default}`;
          response.setHeader('content-type', 'application/json');
          response.end(JSON.stringify({ apiUrl }));
        });
      },
    },
  ],
});
await page.listen();
page.printUrls();
