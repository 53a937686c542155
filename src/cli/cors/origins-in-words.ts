import { isRegExp } from 'node:util/types';
import type { OriginSetting } from '../../cors/index.ts';

// Whom the start of `serve` says may call, in words.

/** Which origins a setting lets in, in words. */
export function originText(origin: OriginSetting): string {
  if (origin === true || origin === '*') return 'all may call';
  if (origin === false) return 'none may call (CORS is off)';
  if (typeof origin === 'function') return 'those allowed by the configured function may call';
  if (typeof origin === 'string' || isRegExp(origin)) return `${origin} may call`;
  return origin.length === 0
    ? 'none may call (the list is empty)'
    : `${origin.join(', ')} may call`;
}
