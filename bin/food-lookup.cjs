#!/usr/bin/env node
// ES5 on purpose: a Node that is too old must still be able to parse this file and report it.
'use strict';

var tooOld = problemOfNode();

if (tooOld === undefined) {
  require('../dist/cli/main.js');
} else {
  process.stderr.write(tooOld + '\n');
  process.exitCode = 1;
}

function problemOfNode() {
  try {
    require('./check-node.cjs');
  } catch (error) {
    return error.message;
  }
}
