import { type SettingGroup, textThat } from '../setting.ts';
import { PORT } from './common.ts';

// Settings of the page, their defaults and help: its port, and the address of the service that it
// calls.

/** The port of the page if none is given: the usual one for front ends. */
export const DEFAULT_PAGE_PORT = 3000;

export const PAGE_SETTINGS = {
  page: {
    flag: 'page',
    placeholder: '[port]',
    alone: DEFAULT_PAGE_PORT,
    variable: 'PAGE_PORT',
    ...PORT,
    defaultText: 'no page',
    description: `also serve the page, on this port or else on ${DEFAULT_PAGE_PORT}`,
  },
  apiUrl: {
    flag: 'api-url',
    placeholder: '<address>',
    variable: 'API_URL',
    type: textThat((value) => /^https?:\/\/[^?#\s]+$/.test(value) && URL.canParse(value)),
    values: 'a URL such as https://food.example.com, without ? and #',
    defaultText: 'where the service listens',
    description: 'URL at which the page reaches the service',
  },
} as const satisfies SettingGroup;
