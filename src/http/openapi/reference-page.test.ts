import { createHash } from 'node:crypto';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { createOpenApiHandlers } from './reference-page.ts';

const app = fastify();
const license = 'CC0-1.0';
const terms = [{ license, licenseUrl: 'https://a.example', attribution: '<A> & "B"' }];
for (const [{ path }, handler] of createOpenApiHandlers('1.2.3', () => terms)) {
  app.get(path, handler);
}
const { headers, body } = await app.inject('/docs');

test('the Content-Security-Policy allows only the page’s own style and forms', () => {
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(body) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
});

test('the page begins with the version and the licenses, and ends with the schemas', () => {
  const [start = '', ...rest] = body.replace(/<style>.*<\/style>/s, '').split('<main>');
  expect(start).toBe(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Food Lookup API</title>

</head>
<body>
<header>
<h1>Food Lookup API <small>1.2.3</small></h1>
${start.match(/<p>Food search .* field, <code>error<\/code>\./)} The foods are under CC0-1.0. Source: &#60;A&#62; &#38; &#34;B&#34;.</p>
<p>For programs: <a href="openapi.json">openapi.json</a></p>
</header>
`);
  expect(rest.join('')).toMatch(
    /<section>\n<h2>Schemas<\/h2>\n(<h3 id="(\w+)">\2<\/h3>\n<pre tabindex="0">[^<]*<\/pre>\n)+<\/section>\n<\/main>\n<\/body>\n<\/html>\n$/,
  );
});

test('a section lists parameters and answers, and has a form that shows the service’s answer', () => {
  const texts = /<td>(?!<code>\w+<\/code><\/td>|yes|no<).*?( Default: <code>\w+<\/code>\.)?<\/td>/g;
  const section = body.split('<section id="groups">')[1]?.split('</section>')[0] ?? '';
  expect(section.replaceAll(texts, '<td>…$1</td>').split('\n').toSpliced(2, 1)).toEqual([
    '',
    '<h2><code>GET /api/groups</code></h2>',
    '<table><thead><tr><th>Parameter</th><th>Required</th><th>Meaning</th></tr></thead><tbody>' +
      '<tr><td><code>column</code></td><td>yes</td><td>…</td></tr>' +
      '<tr><td><code>q</code></td><td>no</td><td>…</td></tr>' +
      '<tr><td><code>match</code></td><td>no</td><td>… Default: <code>substring</code>.</td></tr>' +
      '<tr><td><code>lang</code></td><td>no</td><td>…</td></tr>' +
      '<tr><td><code>where</code></td><td>no</td><td>…</td></tr></tbody></table>',
    '<table><thead><tr><th>Answer</th><th>When</th></tr></thead><tbody>' +
      '<tr><td><code>200</code></td><td>…</td></tr><tr><td><code>304</code></td><td>…</td></tr>' +
      '<tr><td><code>400</code></td><td>…</td></tr><tr><td><code>412</code></td><td>…</td></tr>' +
      '<tr><td><code>default</code></td><td>…</td></tr></tbody></table>',
    '<pre tabindex="0">curl &#39;http://localhost:3001/api/groups?column=food_group&#39;</pre>',
    '<form action="api/groups" target="answer-groups">' +
      '<label><code>column</code><input name="column" value="food_group"></label>' +
      '<label><code>match</code><select name="match">' +
      '<option>substring</option><option>words</option><option>fuzzy</option></select></label>' +
      `<fieldset><legend><code>lang</code></legend>${['es', 'fr', 'de', 'it', 'pt']
        .map((lang) => `<label><input type="radio" name="lang" value="${lang}">${lang}</label>`)
        .join('')}</fieldset><button>Try it</button></form>`,
    `<p>More examples: ${['q=cheese', 'where=kcal%3C300%2Cprotein_g%3E%3D20']
      .map((pair) => `/api/groups?column=food_group&#38;${pair}`)
      .map((url) => `<a href="${url.slice(1)}" target="answer-groups">${url}</a>`)
      .join(', ')}</p>`,
    '<iframe name="answer-groups" title="Response to GET /api/groups"></iframe>',
    '',
  ]);
  expect(body.split('<section id="index">')[1]?.split('\n').slice(3, 6)).toEqual([
    '',
    expect.stringMatching(/^<table><thead><tr><th>Answer</),
    expect.stringMatching(/^<pre/),
  ]);
});
