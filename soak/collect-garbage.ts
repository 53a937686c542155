// Collects garbage in the tried program on SIGUSR2, so that its memory can be measured.

// Loaded into the program that is tried, so that its memory can be measured without its garbage.
process.on('SIGUSR2', () => {
  for (let count = 0; count < 3; count++) globalThis.gc?.();
});
