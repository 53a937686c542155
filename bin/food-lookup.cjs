#!/usr/bin/env node
// The command food-lookup: reports a Node.js that is too old, caches compiled code, starts the program.
// Written in ES5, so that even a Node.js that is too old can parse this file and report the problem.
'use strict';

var tooOld = problemOfNode();

if (tooOld === undefined) {
  keepCompiledCode();
  require('../dist/cli/main.js');
} else {
  process.stderr.write(tooOld + '\n');
  process.exitCode = 1;
}

// Compiling takes a quarter of the startup time. Without write access to the folder, nothing is cached.
function keepCompiledCode() {
  var folder = process.env.NODE_COMPILE_CACHE || __dirname + '/../.compile-cache';
  require('node:module').enableCompileCache(folder);
  // Threads read this variable.
  process.env.NODE_COMPILE_CACHE = folder;
}

function problemOfNode() {
  try {
    require('./check-node.cjs');
  } catch (error) {
    return error.message;
  }
}
