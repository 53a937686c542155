// Throws where Node.js is too old, for the library and the program.
// ES5 on purpose: a Node that is too old must still be able to parse this file and report it.
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
