// Links this workspace's Node.js as node_modules/.bin/node, which npm scripts find first. npm 11 does so
// itself. npm 10 and earlier remove the link, since the packages for other platforms, which are not
// installed, have a command of the same name. Scripts run this in a subshell, since a shell remembers
// where it found the first `node`. First refuses a folder in which Vite cannot build.
'use strict';

const { linkSync, existsSync, symlinkSync } = require('node:fs');
const { dirname, join, relative } = require('node:path');

const repository = join(__dirname, '../..');
// Vite would treat these characters as part of a URL.
const unusable = /[?#]/.exec(repository);
if (unusable) {
  console.error(`Cannot build in "${repository}": the path has a ${unusable}. Move the folder.`);
  process.exit(1);
}

const modules = join(repository, 'node_modules');
const command = join(modules, '.bin/node');
const ending = process.platform === 'win32' ? '.exe' : '';

for (const name of Object.keys(require('./package.json').optionalDependencies)) {
  const installed = join(modules, name, `bin/node${ending}`);
  if (!existsSync(installed) || existsSync(command)) continue;
  if (ending) linkSync(installed, `${command}${ending}`);
  else symlinkSync(relative(dirname(command), installed), command);
}
