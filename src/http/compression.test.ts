import { expect, test } from 'vitest';
import { compress } from './compression.ts';

test.each(['gzip', 'br'] as const)(
  'compress keeps no more memory than %s needs',
  async (encoding) => {
    const compressed = await compress(encoding, Buffer.from('egg, whole, raw; '.repeat(100)));
    expect(compressed.buffer.byteLength).toBe(compressed.length);
  },
);
