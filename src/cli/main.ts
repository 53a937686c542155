import { endWithOutput } from './output.ts';
import { run } from './program.ts';

// Where the program begins: what Node.js is told to run.

endWithOutput();
// No await here: bin/food-lookup.cjs loads this file with require().
run(process.argv).then((code) => {
  process.exitCode = code;
});
