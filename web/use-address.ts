import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { type ReadAddress, readFragment, toFragment } from './address.ts';
import { EMPTY_PLATE, type Plate } from './plate/plate.ts';
import type { Question } from './search/search-session.ts';

/** Browsers refuse more than some 100 changes of the address in 10 s; typing rests longer. */
const WRITE_DELAY_MS = 150;

/** Question and plate, kept in the fragment of the address; another address replaces both. */
export function useAddress() {
  const [read, setRead] = useState<ReadAddress>(() => readFragment(location.hash));
  const [question, setQuestion] = useState<Question>(read);
  const [plate, setPlate] = useState<Plate>({ ...EMPTY_PLATE, portions: read.portions });

  useEffect(() => {
    const onHashChange = () => {
      const address = readFragment(location.hash);
      setRead(address);
      setQuestion(address);
      setPlate({ ...EMPTY_PLATE, portions: address.portions });
    };
    window.addEventListener('hashchange', onHashChange);
    return () => window.removeEventListener('hashchange', onHashChange);
  }, []);

  const { query, match } = question;
  const { portions } = plate;
  const write = () => {
    const address = new URL(location.href);
    address.hash = toFragment({ query, match, portions });
    history.replaceState(null, '', address);
  };
  // At once, so that a link followed right after takes the plate along.
  useLayoutEffect(write, [portions]);
  useEffect(() => {
    const timer = setTimeout(write, WRITE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [query, match]);

  return { question, setQuestion, plate, setPlate, unreadable: read.unreadable };
}
