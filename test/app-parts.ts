import type { HandlerParts } from '../src/http/handlers.ts';

// What a test needs to make an application.

/** What an application needs besides its data, its policy and its log. */
export const APP_PARTS: Omit<HandlerParts, 'catalog'> = {
  version: '1.2.3',
  build: 'a1b2',
  health: () => ({ isReady: true, loadedAt: new Date(), isStoreReachable: true }),
  cacheControl: 'no-cache',
  compression: false,
  describeField: (name) => ({ name, title: name, unit: null, infoods: null, daily_value: null }),
};
