import { expect, test } from 'vitest';
import { changelogFaults } from '../../scripts/release.ts';

test.each([
  ['## [Unreleased]\n\n## [1.2.3] - 2027-01-31\n\n- A.\n', []],
  ['## [Unreleased]\n\n- B.\n\n## [1.2.3] - 2027-01-31\n', [/under Unreleased/]],
  ['## [Unreleased]\n\n## [1.2.3]\n', [/"## \[1\.2\.3\] - YYYY-MM-DD" does not follow/]],
  ['## [Unreleased]\n\n## [1.2.2] - 2027-01-31\n', [/does not follow/]],
  ['## [1.2.3] - 2027-01-31\n', [/does not follow/]],
])('a release of 1.2.3 needs a CHANGELOG that says so: %j', (changelog, faults) => {
  expect(changelogFaults(changelog, '1.2.3')).toEqual(
    faults.map((fault) => expect.stringMatching(fault)),
  );
});
