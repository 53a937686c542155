// Throws if Node.js is too old, for the library and the program.
// Written in ES5, so that even a Node.js that is too old can parse this file and report the problem.
'use strict';

var needed = require('../package.json').engines.node.replace('>=', '');

if (isOlder(process.versions.node, needed)) {
  throw new Error(
    'Food Lookup needs Node.js ' +
      needed +
      ' or later, but this is ' +
      process.versions.node +
      '. Install a current version from https://nodejs.org'
  );
}

function isOlder(version, than) {
  var have = version.split('.').map(Number);
  var need = than.split('.').map(Number);
  return have[0] < need[0] || (have[0] === need[0] && have[1] < need[1]);
}
