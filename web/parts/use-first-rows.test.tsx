import { expect, onTestFinished, test, vi } from 'vitest';
import { rendered } from './render.case.ts';
import { settled } from './shown-page.case.ts';
import { useFirstRows } from './use-first-rows.ts';

const ROWS = Array.from({ length: 20 }, (_, i) => i);

function Rows({ about, count = 20 }: { readonly about: string; readonly count?: number }) {
  return <p>{useFirstRows(ROWS.slice(0, count), about).length}</p>;
}

test('the rows on the screen are drawn first, the others later; another list starts over', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  // Three rows of 60 px fill the screen.
  vi.stubGlobal('innerHeight', 121);
  const view = rendered(<Rows about="a" />);
  const counts = [view.text];
  for (const ms of [299, 1]) {
    await settled(ms);
    counts.push(view.text);
  }
  expect(counts).toEqual(['3', '3', '15']);
  view.draw(<Rows about="b" />);
  expect(view.text).toBe('3');
  await settled(300);
  await settled();
  expect(view.text).toBe('20');
  view.draw(<Rows about="c" count={3} />);
  expect([view.text, vi.getTimerCount()]).toEqual(['3', 0]);
  vi.stubGlobal('innerHeight', 180);
  expect(rendered(<Rows about="a" />).text).toBe('3');
});
