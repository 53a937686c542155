import { expect, vi } from 'vitest';
import { FAKE_DOCUMENT, FakeNode, rendered } from '../parts/render.case.ts';
import type { PageConfiguration } from '../service/page-server.ts';

// Shows the lab with a fake browser and service.

export const API = 'http://api.example';

/** Answers the lab's requests. Those with a header, or in same-origin mode, fail. */
function answer(url: string, { mode, headers }: RequestInit = {}) {
  if (url.startsWith('explain')) return Response.json({ message: 'no', fix: ['http://a.example'] });
  if (url.startsWith('replay')) return Response.json({ status: 200, headers: { vary: 'Origin' } });
  if (url === 'config.json') return Response.json({});
  if (mode === 'same-origin' || Object.keys(headers ?? {}).length > 0) throw new Error('Failed');
  return new Response('[]', { headers: { 'x-a': 'b' } });
}

/** Stands in for a browser at this URL. */
function browse(href: string) {
  const asked: string[] = [];
  const replaced: unknown[] = [];
  const list = { matches: true, addEventListener: () => {}, removeEventListener: () => {} };
  const { origin, hash } = new URL(href);
  const root = new FakeNode(1, 'div');
  for (const [name, value] of Object.entries({
    document: { ...FAKE_DOCUMENT, documentElement: {}, getElementById: () => root },
    fetch: async (url: string, init?: RequestInit) => {
      asked.push(url);
      return answer(url, init);
    },
    history: { state: { a: 1 }, replaceState: (...given: unknown[]) => replaced.push(given) },
    location: { href, origin, hash },
    localStorage: { getItem: () => null },
    matchMedia: () => list,
    navigator: { languages: ['en-US'] },
    window: Object.assign(new EventTarget(), { name: '' }),
  }))
    vi.stubGlobal(name, value);
  return { asked, replaced, root };
}

// The page mounts itself.
export const { asked: askedFirst, root } = browse('http://page.example/lab.html');
const { LabPage } = await import('./lab-page.tsx');
await vi.waitUntil(() => root.firstChild, { timeout: 240_000 });
vi.unstubAllGlobals();

/** Shows the lab, and waits for its experiments. */
export async function lab(
  configuration: Partial<PageConfiguration> = {},
  href = 'http://page.example/lab.html#q=egg&match=words&item=1_1_g__1_1_1_1_A',
) {
  const browser = browse(href);
  const view = rendered(<LabPage apiUrl={API} {...configuration} />);
  const first = view.texts;
  const settle = () => expect.poll(() => view.all('article')).toHaveLength(4);
  await settle();
  return { ...browser, view, first, settle };
}
