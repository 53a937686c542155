import { spawn } from 'node:child_process';
import { argv, execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { DEFAULT_PAGE_PORT } from '../src/settings/rows/server.ts';
import { OPTION_SETTINGS } from '../src/settings/settings.ts';

// `npm run dev`: Node.js runs the service from its sources and restarts it when one changes. Vite
// serves the page and updates the open browser.

const root = fileURLToPath(new URL('..', import.meta.url));
const HOST = OPTION_SETTINGS.host.default;
const service = [`${root}src/cli/main.ts`, 'serve', '--log-level', 'debug', ...argv.slice(2)];

spawn(execPath, ['--watch', ...service], { stdio: 'inherit' });

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
