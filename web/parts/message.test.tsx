import { expect, test, vi } from 'vitest';
import type { SearchFault } from '../service/search-fault.ts';
import { AnsweredFault } from './answered-fault.tsx';
import { FaultMessage } from './fault-message.tsx';
import { Boundary, Fault, Message } from './message.tsx';
import { FAKE_DOCUMENT, rendered } from './render.case.ts';
import { shownPage } from './shown-page.case.ts';
import { ViewFrame } from './view-frame.tsx';

test('a message has a title and its kind', () => {
  expect(
    rendered(
      <Message title="Wait" kind="loading">
        <p>Now</p>
      </Message>,
    ).outline,
  ).toMatchInlineSnapshot(
    `"<section class="message stack loading"><h2>Wait</h2><p>Now</p></section>"`,
  );
  const done: string[] = [];
  const view = rendered(
    <Fault title="No" onRetry={() => void done.push('again')} more={<a href="x">Why</a>}>
      <p>Now</p>
    </Fault>,
  );
  expect(view.outline).toMatchInlineSnapshot(`
    "<section class="message stack fault">
      <h2>No</h2>
      <p>Now</p>
      <p class="actions"><button type="button" class="primary">Try again</button><a href="x">Why</a></p>"
  `);
  view.all('button')[0]?.fire('click');
  expect(done).toEqual(['again']);
});

test('an error replaces only one part, until the part changes or the user continues', () => {
  const done: string[] = [];
  vi.stubGlobal('location', { reload: () => done.push('reloaded') });
  let isBroken = true;
  function Part() {
    if (isBroken) throw new TypeError('odd');
    return <p>Fine</p>;
  }
  const part = (...about: readonly string[]) => (
    <Boundary about={about} onContinue={() => void done.push('went on')}>
      <Part />
    </Boundary>
  );
  const view = rendered(part('a'));
  expect(view.outline).toMatchInlineSnapshot(`
    "<section class="message stack fault">
      <h2>Something on this page broke</h2>
      <p>Your plates are safe in this browser.</p>
      <pre>TypeError: odd</pre>
      <p class="actions">
        <button type="button" class="primary">Keep searching</button>
        <button type="button">Reload the page</button>"
  `);
  view.all('button')[1]?.fire('click');
  view.draw(part('a'));
  isBroken = false;
  expect(view.text).toContain('odd');
  view.all('button')[0]?.fire('click');
  expect([view.text, done]).toEqual(['Fine', ['reloaded', 'went on']]);
  isBroken = true;
  view.draw(part('b'));
  isBroken = false;
  view.draw(part('b'));
  const before = view.all('pre').length;
  view.draw(part('c'));
  expect([before, view.text]).toEqual([1, 'Fine']);
  isBroken = true;
  view.draw(part('c', 'waiting'));
  isBroken = false;
  view.draw(part('c', 'found'));
  expect(view.text).toBe('Fine');
});

test('each fault has its message', async () => {
  vi.stubGlobal('location', { origin: 'http://page.example', hash: '' });
  const faults: (SearchFault & { fix?: string[] })[] = [
    { kind: 'offline' },
    { kind: 'unreachable' },
    { kind: 'local-network' },
    { kind: 'query', message: 'Too long.' },
    { kind: 'unreadable', message: 'TypeError: x' },
    { kind: 'http', status: 500, reason: 'Broken' },
    { kind: 'http', status: 429, reason: undefined },
    { kind: 'blocked' },
    { kind: 'blocked', fix: ['http://a.example', 'http://page.example'] },
    { kind: 'blocked', fix: ['http://page.example'] },
  ];
  const all: string[] = [];
  for (const { fix, ...fault } of faults) {
    vi.stubGlobal('fetch', async () => Response.json({ message: 'no', ...(fix && { fix }) }));
    const view = rendered(
      <FaultMessage fault={fault} apiUrl="http://api.example" onRetry={() => {}} />,
    );
    await expect.poll(() => view.all('h2')).toHaveLength(1);
    all.push(`${fault.kind}:`, view.outline);
  }
  expect(all.join('\n')).toMatchInlineSnapshot(`
    "offline:
    <section class="message stack fault">
      <h2>You are offline</h2>
      <p>Your plate stays here. The search continues once you are online.</p>
      <p class="actions"><button type="button" class="primary">Try again</button></p>
    unreachable:
    <section class="message stack fault">
      <h2>The service does not answer</h2>
      <p>Nothing answers at http://api.example. If this is your service, start it:</p>
      <pre>npx food-lookup serve --page</pre>
      <p class="actions"><button type="button" class="primary">Try again</button></p>
    local-network:
    <section class="message stack fault">
      <h2>The browser might not let this page call the service</h2>
      <p>
        http://api.example is on your own machine or network, and browsers ask for permission before a page from elsewhere calls it. Allow “local network access” in this page’s settings in the browser, then try again. If access is already allowed, no service answers there.
      <p class="actions"><button type="button" class="primary">Try again</button></p>
    query:
    <section class="message stack fault">
      <h2>The service cannot search for this</h2>
      <p>It says “Too long.”. Change the search.</p>
      <p class="actions"><button type="button" class="primary">Try again</button></p>
    unreadable:
    <section class="message stack fault">
      <h2>This page cannot read the response</h2>
      <p>http://api.example sent a list, but not of foods. Is it a food service? Details: TypeError: x</p>
      <p class="actions"><button type="button" class="primary">Try again</button></p>
    http:
    <section class="message stack fault">
      <h2>The service answered with status 500</h2>
      <p>It says “Broken”. See its log.</p>
      <p class="actions"><button type="button" class="primary">Try again</button></p>
    http:
    <section class="message stack fault">
      <h2>The service answered with status 429</h2>
      <p>Too many searches: wait a moment, then try again.</p>
      <p class="actions"><button type="button" class="primary">Try again</button></p>
    blocked:
    <section class="message stack fault">
      <h2>The browser withheld the response</h2>
      <p>http://api.example answered, but it does not allow this page’s origin, http://page.example.</p>
      <p>
        The operator of the service can add this origin to the allowed ones. The setting replaces the whole list, so name the others too:
      <pre>--origin http://page.example</pre>
      <p>Keep the other options that you start the service with.</p>
      <p><a href="cors-guide.txt">The guide to blocked calls</a></p>
      <p class="actions">
        <button type="button" class="primary">Try again</button>
        <a href="lab.html">See why in the CORS lab</a>
    blocked:
    <section class="message stack fault">
      <h2>The browser withheld the response</h2>
      <p>http://api.example answered, but it does not allow this page’s origin, http://page.example.</p>
      <p>
        The operator of the service can allow it. The setting replaces the whole list, so it also names the origins allowed now:
      <pre>--origin 'http://a.example, http://page.example'</pre>
      <p>Keep the other options that you start the service with.</p>
      <p><a href="cors-guide.txt">The guide to blocked calls</a></p>
      <p class="actions">
        <button type="button" class="primary">Try again</button>
        <a href="lab.html">See why in the CORS lab</a>
    blocked:
    <section class="message stack fault">
      <h2>The browser withheld the response</h2>
      <p>http://api.example answered, but it does not allow this page’s origin, http://page.example.</p>
      <p>
        The operator of the service can allow it. The setting replaces the whole list, so it also names the origins allowed now:
      <pre>--origin http://page.example</pre>
      <p>Keep the other options that you start the service with.</p>
      <p><a href="cors-guide.txt">The guide to blocked calls</a></p>
      <p class="actions">
        <button type="button" class="primary">Try again</button>
        <a href="lab.html">See why in the CORS lab</a>"
  `);
});

test('a blocked response is explained all at once, and the request can be repeated', async () => {
  vi.stubGlobal('location', { origin: 'http://page.example' });
  vi.stubGlobal('fetch', async () => Response.json({}));
  const done: string[] = [];
  const view = rendered(
    <AnsweredFault
      fault={{ kind: 'blocked' }}
      apiUrl="http://api.example"
      onRetry={() => void done.push('again')}
    />,
  );
  expect(view.text).toBe('');
  await expect.poll(() => view.all('button')).toHaveLength(1);
  view.all('button')[0]?.fire('click');
  expect(done).toEqual(['again']);
});

test('a view shows a way back, and the fault of its request', () => {
  const done: string[] = [];
  const request = { fault: { kind: 'offline' } as const, retry: () => void done.push('again') };
  const { view, press, store } = shownPage(
    (page) => (
      <ViewFrame class="food-view" page={page} request={request} isBusy={false}>
        <p>Egg</p>
      </ViewFrame>
    ),
    { at: 'food=1' },
  );
  expect(view.outline).toMatchInlineSnapshot(`
    "<div class="view stack food-view" tabIndex="-1" aria-busy="false">
      <p class="back"><button type="button" class="link">‹ Back to the search</button></p>
      <section class="message stack fault">
        <h2>You are offline</h2>
        <p>Your plate stays here. The search continues once you are online.</p>
        <p class="actions"><button type="button" class="primary">Try again</button></p>
      <p>Egg</p>"
  `);
  expect(FAKE_DOCUMENT.activeElement).toBe(view.childNodes[0]);
  press('Try again');
  press('‹ Back to the search');
  expect([done, store.state.view.kind]).toEqual([['again'], 'search']);
});

test('the heading of a view gets the focus, but only once', () => {
  const request = { fault: undefined, retry: () => {} };
  const { view, store } = shownPage((page) => (
    <ViewFrame class="food-view" page={page} request={request} isBusy={false}>
      <h1>Egg</h1>
    </ViewFrame>
  ));
  expect(FAKE_DOCUMENT.activeElement?.text).toBe('Egg');
  view.all('button')[0]?.focus();
  store.dispatch({ kind: 'sheet', isOpen: true });
  expect(FAKE_DOCUMENT.activeElement?.localName).toBe('button');
});
