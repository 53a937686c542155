import type { Reporter, TestModule } from 'vitest/node';
import { whyNoChromium } from './browser/why-no-chromium.ts';

/** Ends a run with one line for scripts: `N passed, N failed`, and `N skipped` if there are any. */
export class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) count[test.result().state] += 1;
      // A file that failed to load ran no tests: that counts as a failure.
      if (module.errors().length > 0) count.failed += 1;
    }
    const reason = whyNoChromium();
    const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : '';
    // Written after the other reporters' summaries, which are printed on the same event.
    process.once('exit', () => {
      if (reason !== undefined) process.stdout.write(`browser tests skipped: ${reason}\n`);
      process.stdout.write(`${count.passed} passed, ${count.failed} failed${skipped}\n`);
    });
  }
}
