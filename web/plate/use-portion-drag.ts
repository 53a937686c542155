import { useEffect, useRef } from 'preact/hooks';

// How the foods of a plate are dragged into another order.

/**
 * What starts to drag a row by its handle, with mouse, pen or finger: whenever the pointer comes to
 * another row, this row moves there.
 */
export function usePortionDrag(onMove: (rows: number) => void): (event: PointerEvent) => void {
  const move = useRef(onMove);
  const end = useRef(() => {});
  // The row has another place after each move.
  move.current = onMove;
  useEffect(() => () => end.current(), []);

  return (event) => {
    const { currentTarget } = event;
    const row = currentTarget instanceof Element ? currentTarget.closest('li') : null;
    if (row === null || event.button !== 0) return;
    // On the document, since an element that is moved loses the pointer it has captured.
    const onPointerMove = ({ clientY }: PointerEvent) => {
      const previous = row.previousElementSibling?.getBoundingClientRect();
      const next = row.nextElementSibling?.getBoundingClientRect();
      // Beyond the middle of a neighbor, so that rows of different heights do not swap to and fro.
      if (previous && clientY < previous.top + previous.height / 2) move.current(-1);
      else if (next && clientY > next.top + next.height / 2) move.current(1);
    };
    const onEnd = () => end.current();
    end.current = () => {
      document.removeEventListener('pointermove', onPointerMove);
      document.removeEventListener('pointerup', onEnd);
      document.removeEventListener('pointercancel', onEnd);
      row.classList.remove('dragged');
    };
    document.addEventListener('pointermove', onPointerMove);
    document.addEventListener('pointerup', onEnd);
    document.addEventListener('pointercancel', onEnd);
    row.classList.add('dragged');
  };
}
