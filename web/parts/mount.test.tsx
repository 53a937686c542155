import { expect, onTestFinished, test, vi } from 'vitest';
import { mount } from './mount.tsx';
import { FAKE_DOCUMENT, FakeNode } from './render.case.ts';

const Page = ({ apiUrl }: { readonly apiUrl: string }) => <p>Foods of {apiUrl}</p>;

/** Mounts a page in a browser that has loaded this configuration. */
async function mounted(configuration: object, onLine = true, languages = ['en-US']) {
  const root = new FakeNode(1, 'div');
  const reload = vi.fn();
  const browser = {
    document: {
      ...FAKE_DOCUMENT,
      documentElement: {},
      getElementById: (id: string) => (id === 'app' ? root : null),
    },
    fetch: async () => Response.json(configuration),
    localStorage: { getItem: () => null },
    location: { href: 'http://page.example/', reload },
    navigator: { languages, onLine },
    window: Object.assign(new EventTarget(), { name: '' }),
  };
  for (const [name, value] of Object.entries(browser)) vi.stubGlobal(name, value);
  await mount(Page);
  return { root, reload, window: browser.window };
}

test('the page is shown with its configuration, or else a message', async () => {
  const apiUrl = 'http://api.example';
  expect((await mounted({ apiUrl })).root.text).toBe(`Foods of ${apiUrl}`);
  const { root } = await mounted({});
  expect(root.all('main')[0]?.all('h1')).toHaveLength(1);
  expect(root.text).not.toContain('Foods of');
});

test('the page is shown in the language of the browser once everything is loaded', async () => {
  // The language outlives the page.
  onTestFinished(async () => void (await mounted({})));
  const { root } = await mounted({}, true, ['es-MX']);
  expect(root.outline).toMatchInlineSnapshot(`
    "<main class="message stack fault">
      <h1>Esta página no está configurada</h1>
      <p>La página no puede leer config.json en su carpeta. Debe contener {"apiUrl": "<dirección del servicio>"}.</p>"
  `);
});

test('the page is shown once everything else that it needs is loaded', async () => {
  let end = () => {};
  const loading = new Promise<void>((resolve) => {
    end = resolve;
  });
  const { root } = await mounted({});
  const before = root.text;
  vi.stubGlobal('fetch', async () => Response.json({ apiUrl: 'http://api.example' }));
  const mounting = mount(Page, loading);
  await vi.dynamicImportSettled();
  expect(root.text).toBe(before);
  end();
  await mounting;
  expect(root.text).toBe('Foods of http://api.example');
});

test.each([
  ['navigate', 0, 1],
  ['reload', 0, 0],
  ['reload', 59_999, 0],
  ['reload', 60_000, 1],
])(
  'a page that was opened by %s %i ms ago is reloaded %i times for a missing part',
  async (type, age, times) => {
    vi.stubGlobal('performance', { now: () => age, getEntriesByType: () => [{ type }] });
    const { window, reload } = await mounted({});
    const saved = vi.fn();
    window.addEventListener('pagehide', saved);
    window.dispatchEvent(new Event('vite:preloadError'));
    expect(saved).toHaveBeenCalledTimes(times);
    expect(reload).toHaveBeenCalledTimes(times);
  },
);

test('offline, the page is reloaded once it is online again', async () => {
  const { window, reload } = await mounted({}, false);
  window.dispatchEvent(new Event('vite:preloadError'));
  expect(reload).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('online'));
  window.dispatchEvent(new Event('online'));
  expect(reload).toHaveBeenCalledOnce();
});
