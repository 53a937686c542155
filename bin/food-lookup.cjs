#!/usr/bin/env node
// The command food-lookup: says when Node.js is too old, keeps compiled code, starts the program.
// ES5 on purpose: a Node that is too old must still be able to parse this file and report it.
'use strict';

var tooOld = problemOfNode();

if (tooOld === undefined) {
  keepCompiledCode();
  require('../dist/cli/main.js');
} else {
  process.stderr.write(tooOld + '\n');
  process.exitCode = 1;
}

// Compiling takes a quarter of a start. Where the folder cannot be written, nothing is kept.
function keepCompiledCode() {
  var folder = process.env.NODE_COMPILE_CACHE || __dirname + '/../.compile-cache';
  require('node:module').enableCompileCache(folder);
  // For the threads.
  process.env.NODE_COMPILE_CACHE = folder;
}

function problemOfNode() {
  try {
    require('./check-node.cjs');
  } catch (error) {
    return error.message;
  }
}
