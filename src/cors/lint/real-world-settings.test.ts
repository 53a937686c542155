import { expect, test } from 'vitest';
import { readCases } from '../../../test/cases/read-cases.ts';
import { lintOptions, lintOrigin, parseOriginText } from '../index.ts';

/**
 * Settings as people write them in a variable or a flag, each judged by hand. A line has the
 * verdict, the text as JSON, and the fixes of its faults, or `?` if any fix will do.
 */
const settings = readCases('cors-real-world-settings.tsv')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [verdict = '', text = '""', fixes = ''] = line.split('\t');
    return { verdict, text: String(JSON.parse(text)), fixes };
  });

test.each(settings)('$text: $verdict $fixes', ({ verdict, text, fixes }) => {
  const parsed = parseOriginText(text);
  const faults = 'fault' in parsed ? [parsed.fault] : lintOrigin(parsed.setting);
  const errors = faults.filter(({ severity }) => severity === 'error');
  expect(errors.length > 0 ? 'error' : faults.length > 0 ? 'warn' : 'ok').toBe(verdict);
  for (const { message, value } of errors) {
    expect(message).toContain(value);
    // The message says what is wrong and what to do.
    expect(message).toMatch(/: .+[.)] [A-Z].+\.?$/);
  }
  const offered = new Set(
    errors.flatMap(({ fix }) => (fix === undefined ? [] : [JSON.stringify(fix)])),
  );
  if (verdict === 'error' && fixes !== '?') expect([...offered].join(' ')).toBe(fixes);
});

test.each([
  /^https:\/\/yourapple\.com$/,
  'https://env.example',
  'https://env.example.com',
  'https://process.env.example:8443',
  'https://os.environ.example',
])('%s is a host, not an unfilled placeholder', (origin) => {
  expect(lintOrigin(origin)).toEqual([]);
});

test.each([
  /^https:\/\/(?:www\.)?your-domain\.com$/,
  /your_app\.vercel\.app$/,
  /^https:\/\/example-app-[a-z]+\.vercel\.app$/,
])('lintOrigin reports only the placeholder in %s', (expression) => {
  expect(lintOrigin(expression)).toMatchObject([
    { code: 'placeholder', severity: 'error', message: expect.stringMatching(/ Put .+\.$/) },
  ]);
});

test.each<[string | RegExp, RegExp]>([
  [
    'http://localhost:$PORT',
    /its variable "\$PORT" was not expanded\. .*"http:\/\/localhost:3000"/,
  ],
  ['https://your-app.vercel.app', /"your-app" is a placeholder .* Use an origin such as/],
  ['https://a.com;https://b.com', /by commas .* Use https:\/\/a\.com,https:\/\/b\.com as text/],
  ['*.example.com', /an origin begins with its scheme/],
  ['http://my-app.vercel.app', /over https only\. Use "https:\/\/my-app\.vercel\.app"/],
  [/\.my-app\.vercel\.app$/, /so schemes other than https get in/],
])('lintOrigin says what to write instead of %s', (setting, message) => {
  expect(lintOrigin(setting)).toMatchObject([{ message: expect.stringMatching(message) }]);
});

test.each(['http://frontend:3000', 'http://host.docker.internal', 'http://my-api'])(
  'with credentials, %s is reported as the name of a container',
  (origin) => {
    expect(lintOptions({ origin, credentials: true })).toMatchObject([
      { code: 'container-name', severity: 'error', message: expect.stringContaining('trust: [') },
    ]);
    expect(lintOptions({ origin, credentials: true, trust: [origin] })).toEqual([]);
  },
);
