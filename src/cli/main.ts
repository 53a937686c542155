import { endWithOutput } from './output.ts';
import { run } from './program.ts';

// The entry point of the program.

endWithOutput();
// No await here: bin/food-lookup.cjs loads this file with require().
run(process.argv).then((code) => {
  process.exitCode = code;
});
