import { exitOnOutputError } from './output.ts';
import { run } from './program.ts';

// The entry point of the program.

exitOnOutputError();
// There is no await here, since bin/food-lookup.cjs loads this file with require().
run(process.argv).then((code) => {
  process.exitCode = code;
});
