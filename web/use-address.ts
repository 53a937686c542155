import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type ReadAddress, readFragment, toFragment, type View } from './address.ts';
import type { Portion } from './plate/plate.ts';

/** Browsers refuse more than some 100 changes of the address in 10 s; typing rests longer. */
const WRITE_DELAY_MS = 150;

/** Marks entries of the history that this page wrote: the plate in them may be an old one. */
const OWN = { isOwn: true };

const isOwn = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isOwn' in state;

/**
 * The view, kept in the fragment of the address; back and forward lead through foods. A search
 * carries the plate along, so that the address bar is a link to it. `onPlate` gets the address that
 * the page was opened with, and any that came from elsewhere since: a link, not its own history.
 */
export function useAddress(
  portions: readonly Portion[],
  onPlate: (address: ReadAddress) => void,
): { readonly view: View; readonly show: (view: View) => void } {
  const [view, setView] = useState<View>(() => readFragment(location.hash).view);
  const viewNow = useRef(view);

  const take = useCallback((next: View) => {
    viewNow.current = next;
    setView(next);
  }, []);

  useLayoutEffect(() => onPlate(readFragment(location.hash)), [onPlate]);
  useEffect(() => {
    // Fires for back, forward and another fragment alike.
    const onPopState = () => {
      const address = readFragment(location.hash);
      take(address.view);
      if (!isOwn(history.state)) onPlate(address);
    };
    window.addEventListener('popstate', onPopState);
    return () => window.removeEventListener('popstate', onPopState);
  }, [onPlate, take]);

  const write = () => history.replaceState(OWN, '', addressOf(view, portions));
  // At once, so that a link followed right after leads back to this plate.
  useLayoutEffect(write, [portions]);
  useEffect(() => {
    const timer = setTimeout(write, WRITE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [view]);

  const show = useCallback(
    (next: View) => {
      // Typing goes on in one entry of the history; another kind of view, or food, is a new one.
      const isTyping = viewNow.current.kind === 'search' && next.kind === 'search';
      if (!isTyping) history.pushState(OWN, '', addressOf(next, []));
      take(next);
    },
    [take],
  );

  return { view, show };
}

/** This page's address with a view and a plate; the query of the page's own address stays. */
function addressOf(view: View, portions: readonly Portion[]): URL {
  const address = new URL(location.href);
  address.hash = toFragment(view, view.kind === 'search' ? portions : []);
  return address;
}
