import { expect, test } from 'vitest';
import { API, lab } from './shown-lab.case.tsx';

test('the lab sends a search in four ways, and shows their outcomes', async () => {
  const { view, first, asked } = await lab();
  expect(first.slice(-2)).toEqual(['Send all four', 'Sending']);
  expect(view.outline).toMatchInlineSnapshot(`
    "<header class="page-header">
      <p class="name">Food Lookup</p>
      <nav aria-label="Pages"><a href="./">Foods</a><a href="lab.html" aria-current="page">CORS lab</a></nav>
    <main class="lab stack">
      <h1>What may a script read?</h1>
      <p>
        This page’s origin and the service’s:
        <strong>http://page.example</strong>
        , 
        <strong>http://api.example</strong>
        .
        They differ, so a script here can read only what the service allows.
      <form class="lab-form actions">
        <label class="note">Search <input name="query" autocomplete="off" defaultValue="egg"></input></label>
        <button type="submit" class="primary">Send all four</button>
        <p class="note" role="status">Answers are in</p>
      <div class="experiments">
        <article class="experiment stack" aria-labelledby="title-cors">
          <header><h2 id="title-cors">Mode cors, the default</h2><span class="chip verdict read">Read</span></header>
          <div class="code">
            <pre>await fetch('http://api.example/api/food?q=egg', { mode: 'cors' })</pre>
            <button type="button">Copy</button>
          <h3>The script saw</h3>
          <dl class="seen">
            <dt>type</dt>
            <dd><code>default</code></dd>
            <dt>status</dt>
            <dd><code>200</code></dd>
            <dt>headers</dt>
            <dd><code>content-type, x-a</code></dd>
            <dt>body</dt>
            <dd><code>[]</code></dd>
          <details open="true">
            <summary>Step by step</summary>
            <h3>The browser</h3>
            <ol>
              <li>Sent the request, with the page’s origin in the Origin header.</li>
              <li>Found that origin, or *, in Access-Control-Allow-Origin.</li>
              <li>Passed the response on to the script.</li>
            <h3>On the wire</h3>
            <p>Open the network panel of the browser’s developer tools to see requests and responses.</p>
            <h3>Rules at work</h3>
            <ul class="rules stack">
              <li><b>Rule 3</b> On a cross-origin call in mode cors, the browser sends the page’s origin in the Origin header.</li>
              <li>
                <b>Rule 4</b>
                The service checks Origin. If it is allowed, the response says so in Access-Control-Allow-Origin: the same origin, or *.
              <li>
                <b>Rule 5</b>
                The browser passes the response on only if that header is exactly the page’s origin, or *. Otherwise the script sees a network failure.
        <article class="experiment stack" aria-labelledby="title-header">
          <header><h2 id="title-header">A custom header</h2><span class="chip verdict blocked">Blocked</span></header>
          <div class="code">
            <pre>await fetch('http://api.example/api/food?q=egg', { headers: { 'x-food-lab': '1' } })</pre>
            <button type="button">Copy</button>
          <h3>The script saw</h3>
          <dl class="seen">
            <dt>error</dt>
            <dd><code>Error: Failed</code></dd>
            <dt>answer</dt>
            <dd>no type, no status, no headers, no body</dd>
          <p class="fix"><b>To fix it:</b> Allow the header in the service: <code>--allowed-headers x-food-lab</code></p>
          <details open="true">
            <summary>Step by step</summary>
            <h3>The browser</h3>
            <ol>
              <li>Asked first, with OPTIONS: may a page of this origin send x-food-lab?</li>
              <li>The response does not list x-food-lab in Access-Control-Allow-Headers.</li>
              <li>Never sent the search itself.</li>
            <h3>On the wire</h3>
            <p>Open the network panel of the browser’s developer tools to see requests and responses.</p>
            <h3>Rules at work</h3>
            <ul class="rules stack">
              <li><b>Rule 3</b> On a cross-origin call in mode cors, the browser sends the page’s origin in the Origin header.</li>
              <li>
                <b>Rule 4</b>
                The service checks Origin. If it is allowed, the response says so in Access-Control-Allow-Origin: the same origin, or *.
        <article class="experiment stack" aria-labelledby="title-no-cors">
          <header><h2 id="title-no-cors">Mode no-cors</h2><span class="chip verdict opaque">Opaque</span></header>
          <div class="code">
            <pre>await fetch('http://api.example/api/food?q=egg', { mode: 'no-cors' })</pre>
            <button type="button">Copy</button>
          <h3>The script saw</h3>
          <dl class="seen">
            <dt>type</dt>
            <dd><code>default</code></dd>
            <dt>status</dt>
            <dd><code>200</code></dd>
            <dt>headers</dt>
            <dd><code>content-type, x-a</code></dd>
            <dt>body</dt>
            <dd><code>[]</code></dd>
          <p class="fix"><b>To fix it:</b> Use mode cors: the service allows this origin. </p>
          <details open="true">
            <summary>Step by step</summary>
            <h3>The browser</h3>
            <ol>
              <li>Sent the request, without asking whether the script may read the response.</li>
              <li>Got the response, and gave the script an opaque, empty one.</li>
            <h3>On the wire</h3>
            <p>Open the network panel of the browser’s developer tools to see requests and responses.</p>
            <h3>Rules at work</h3>
            <ul class="rules stack">
              <li><b>Mode</b> no-cors needs no permission, and gets nothing to read: the response is opaque.</li>
              <li><b>Rule 2</b> A script may read only its own origin; others have to opt in with CORS headers.</li>
        <article class="experiment stack" aria-labelledby="title-same-origin">
          <header><h2 id="title-same-origin">Mode same-origin</h2><span class="chip verdict refused">Not sent</span></header>
          <div class="code">
            <pre>await fetch('http://api.example/api/food?q=egg', { mode: 'same-origin' })</pre>
            <button type="button">Copy</button>
          <h3>The script saw</h3>
          <dl class="seen">
            <dt>error</dt>
            <dd><code>Error: Failed</code></dd>
            <dt>answer</dt>
            <dd>no type, no status, no headers, no body</dd>
          <p class="fix"><b>To fix it:</b> Use mode cors, or serve the page from the service’s origin. </p>
          <details open="true">
            <summary>Step by step</summary>
            <h3>The browser</h3>
            <ol>
              <li>Compared the URL’s origin with the page’s: they differ.</li>
              <li>Sent nothing, and failed the call at once.</li>
            <h3>On the wire</h3>
            <p>Open the network panel of the browser’s developer tools to see requests and responses.</p>
            <h3>Rules at work</h3>
            <ul class="rules stack">
              <li><b>Rule 1</b> An origin is protocol, host and port together. Path and query do not count.</li>
              <li><b>Rule 2</b> A script may read only its own origin; others have to opt in with CORS headers.</li>
              <li><b>Mode</b> same-origin allows only the page’s own origin; any other is an error.</li>
      <p class="note">
        To a script, a service that is down looks like a blocked response. The browser’s console and network panel show the difference."
  `);
  expect(asked).toEqual(Array.from({ length: 4 }, () => `${API}/api/food?q=egg`));
});
