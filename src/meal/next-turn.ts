// Long answers are made in pieces: whose turn is next.

const waiting: (() => void)[] = [];

/**
 * Resolves in a later turn of the event loop, for one caller in each: with many long answers at once, other
 * requests wait for one piece of one of them.
 */
export function nextTurn(): Promise<void> {
  if (waiting.length === 0) setImmediate(release);
  return new Promise((resolve) => waiting.push(resolve));
}

function release(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(release);
}
