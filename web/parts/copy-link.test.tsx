import { act } from 'preact/test-utils';
import { expect, test, vi } from 'vitest';
import { CopyLink, CopyThisLink } from './copy-link.tsx';
import { rendered } from './render.case.ts';

/** Shows a button that copies the page's URL, on a device of this kind. */
async function copied({
  isTouch = true,
  canShare = true,
  shareError,
  isDenied = false,
}: {
  isTouch?: boolean;
  canShare?: boolean;
  shareError?: Error;
  isDenied?: boolean;
}) {
  const done: unknown[] = [];
  const share = async (what: unknown) => {
    done.push(what);
    if (shareError !== undefined) throw shareError;
  };
  const writeText = async (text: string) => {
    if (isDenied) throw new Error('denied');
    done.push(text);
  };
  vi.stubGlobal('navigator', { ...(canShare && { share }), clipboard: { writeText } });
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: isTouch && query === '(pointer: coarse)',
  }));
  vi.stubGlobal('location', { href: 'http://page.example/#q=egg' });
  const view = rendered(<CopyThisLink />, { title: 'Egg' });
  const [button] = view.all('button');
  const name = button?.text;
  button?.fire('click');
  for (let i = 0; i < 3; i += 1) await act(async () => {});
  return [name, view.all('span')[1]?.text, ...done];
}

test('a URL is shared, or else copied', async () => {
  const cancel = new DOMException('no', 'AbortError');
  expect([
    await copied({}),
    await copied({ shareError: cancel }),
    await copied({ shareError: new Error('broken') }),
    await copied({ shareError: new DOMException('no', 'NotAllowedError') }),
    await copied({ isTouch: false }),
    await copied({ canShare: false }),
    await copied({ canShare: false, isDenied: true }),
  ]).toMatchInlineSnapshot(`
    [
      [
        "Share",
        "",
        {
          "title": "Egg",
          "url": "http://page.example/#q=egg",
        },
      ],
      [
        "Share",
        "",
        {
          "title": "Egg",
          "url": "http://page.example/#q=egg",
        },
      ],
      [
        "Share",
        "Link copied",
        {
          "title": "Egg",
          "url": "http://page.example/#q=egg",
        },
        "http://page.example/#q=egg",
      ],
      [
        "Share",
        "Link copied",
        {
          "title": "Egg",
          "url": "http://page.example/#q=egg",
        },
        "http://page.example/#q=egg",
      ],
      [
        "Copy link",
        "Link copied",
        "http://page.example/#q=egg",
      ],
      [
        "Copy link",
        "Link copied",
        "http://page.example/#q=egg",
      ],
      [
        "Copy link",
        "This browser blocks copying. Use the address bar or a download.",
      ],
    ]
  `);
});

test('a button copies a link, and a message says so', () => {
  vi.stubGlobal('navigator', {});
  const view = rendered(<CopyLink said="Link copied" class="primary" onClick={() => {}} />);
  expect(view.outline).toMatchInlineSnapshot(`
    "<span class="copy-link spread note">
      <span role="status">Link copied</span>
      <button type="button" class="primary">Copy link</button>"
  `);
});
