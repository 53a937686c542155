import type { HandlerParts } from '../src/http/handlers.ts';

// The default parts with which tests create an application.

/** The parts of an application other than its data, CORS policy, and log. */
export const APP_PARTS: Omit<HandlerParts, 'catalog'> = {
  version: '1.2.3',
  build: 'a1b2',
  health: () => ({ isReady: true, loadedAt: new Date(), isStoreReachable: true }),
  cacheControl: 'no-cache',
  compression: false,
};
