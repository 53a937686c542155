import { useCallback, useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { dayName } from '../languages/number-text.ts';
import { type Kept, newKept } from './kept.ts';
import { readKept } from './read-kept.ts';

const STORAGE_KEY = 'food-lookup';

/** What the browser keeps; `isSaved` is false where it refuses to, as in some private windows. */
export function useKept() {
  const [kept, setKept] = useState<Kept>(() => load() ?? newKept(dayName()));
  const [isSaved, setSaved] = useState(true);

  const keep = useCallback((change: (kept: Kept) => Kept) => setKept(change), []);

  // Before it is painted: what a person sees is kept, however soon the page is left.
  useLayoutEffect(() => setSaved(save(kept)), [kept]);

  // Another tab of this page changed it.
  useEffect(() => {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === STORAGE_KEY && newValue !== null) setKept((now) => readKept(newValue) ?? now);
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, []);

  return { kept, keep, isSaved };
}

function load(): Kept | undefined {
  try {
    return readKept(localStorage.getItem(STORAGE_KEY) ?? '');
  } catch {
    return undefined;
  }
}

function save(kept: Kept): boolean {
  try {
    const text = JSON.stringify(kept);
    if (localStorage.getItem(STORAGE_KEY) !== text) localStorage.setItem(STORAGE_KEY, text);
    return true;
  } catch {
    return false;
  }
}
