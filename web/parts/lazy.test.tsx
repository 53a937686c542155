import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { lazy, useLoaded } from './lazy.tsx';
import { Boundary } from './message.tsx';
import { rendered } from './render.case.ts';

test('a part is loaded once for all callers, and again after a failure', async () => {
  const loads: ((ends: boolean) => void)[] = [];
  const Part = lazy(
    () =>
      new Promise<{ Part: () => null }>((resolve, reject) => {
        loads.push((ends) => (ends ? resolve({ Part: () => null }) : reject(new Error('offline'))));
      }),
    'Part',
  );
  const first = [Part.preload(), Part.preload()];
  expect(loads).toHaveLength(1);
  loads[0]?.(false);
  await Promise.all(first);
  expect(Part.hasLoaded()).toBe(false);
  const second = [Part.preload(), Part.preload()];
  expect(loads).toHaveLength(2);
  loads[1]?.(true);
  await Promise.all(second);
  expect(Part.hasLoaded()).toBe(true);
  await Part.preload();
  expect(loads).toHaveLength(2);
});

const Part = ({ name }: { readonly name: string }) => <p>Part {name}</p>;
const Fallback = ({ name }: { readonly name: string }) => <p>No {name}</p>;
const Before = ({ name }: { readonly name: string }) => <p>Soon {name}</p>;
const rest = () =>
  act(async () => {
    for (let i = 0; i < 9; i += 1) await undefined;
  });

/** A part whose loads fail while `isDown` is set, and how often it was loaded. */
function loads(isDown: boolean) {
  const state = { isDown, count: 0 };
  const load = async () => {
    state.count += 1;
    if (state.isDown) throw new Error('offline');
    return { Part };
  };
  return { state, load };
}

test('something else is shown while a part loads, and if it cannot be loaded', async () => {
  const { state, load } = loads(true);
  const Lazy = lazy(load, 'Part', Fallback, Before);
  const view = rendered(<Lazy name="a" />);
  const texts = [view.text];
  await rest();
  texts.push(view.text);
  state.isDown = false;
  view.draw(<Lazy name="b" />);
  texts.push(view.text);
  await rest();
  texts.push(view.text);
  view.draw(<Lazy name="c" />);
  expect([...texts, view.text]).toEqual(['Soon a', 'No a', 'No b', 'Part b', 'Part c']);
  expect(state.count).toBe(2);
  expect(rendered(<Lazy name="d" />).text).toBe('Part d');
});

test('if there is nothing to show instead, an error boundary gets the failure', async () => {
  const { load } = loads(true);
  const Lazy = lazy(load, 'Part');
  const view = rendered(
    <Boundary about={['']} onContinue={() => {}}>
      <Lazy name="a" />
    </Boundary>,
  );
  expect(view.text).toBe('');
  await rest();
  expect(view.all('pre')[0]?.text).toBe('Error: offline');
});

test.each([true, false])(
  'useLoaded returns true once the load has ended, even if it failed: %s',
  async (isDown) => {
    const { state, load } = loads(isDown);
    const Shown = ({ isWanted }: { readonly isWanted: boolean }) => (
      <p>{String(useLoaded(isWanted, load))}</p>
    );
    const view = rendered(<Shown isWanted={false} />);
    await rest();
    const texts = [view.text, String(state.count)];
    view.draw(<Shown isWanted />);
    texts.push(view.text);
    await rest();
    expect([...texts, view.text]).toEqual(['false', '0', 'false', 'true']);
  },
);
