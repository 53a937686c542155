import type { Reporter, SerializedError, TestModule } from 'vitest/node';
import { whyNoChromium } from './browser/why-no-chromium.ts';

/**
 * Ends a run with one line for scripts: `N passed, N failed`, and `N skipped` if there are any.
 * Everything that makes the run fail counts as a failure, so that "0 failed" and exit code 0 mean
 * the same.
 */
export class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) count[test.result().state] += 1;
      const suites = [module, ...module.children.allSuites()];
      // A file that does not load, or a hook that throws, can fail a run without failing a test.
      count.failed += suites.filter((suite) => suite.errors().length > 0).length;
    }
    count.failed += unhandled.length;
    const reason = whyNoChromium();
    const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : '';
    // Prints the line after the other reporters' summaries, which are printed on the same event.
    process.once('exit', () => {
      if (reason !== undefined) process.stdout.write(`browser tests skipped: ${reason}\n`);
      process.stdout.write(`${count.passed} passed, ${count.failed} failed${skipped}\n`);
    });
  }
}
