// Run after `npm install`: changes package-lock.json so that `npm ci` works under any Node.js,
// because npm scripts run under this workspace's. npm leaves out optional packages that name a
// newer Node.js, such as Vite's bundler, and installs Node.js for glibc on musl.
'use strict';

const { readFileSync, writeFileSync } = require('node:fs');

const path = process.argv[2] || 'package-lock.json';
const lockfile = JSON.parse(readFileSync(path, 'utf8'));
for (const [name, entry] of Object.entries(lockfile.packages)) {
  if (entry.optional) delete entry.engines;
  if (name.startsWith('node_modules/node-linux-')) entry.libc = ['glibc'];
}
writeFileSync(path, `${JSON.stringify(lockfile, undefined, 2)}\n`);
