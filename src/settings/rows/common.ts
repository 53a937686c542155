import { integer, text } from '../setting.ts';

// Values that several settings share, in words and limits: port, host, seconds up to a day.

export const PORT = {
  type: integer(0, 65_535),
  values: 'a whole number from 0 to 65535; 0 takes any free port',
} as const;

export const HOST = {
  // With colons, only an address: what follows one in a name is a port, which has its own setting.
  type: text(/^(?:[\w.-]+|[\da-f.]*:[\da-f.:]*:[\da-f.:]*(?:%[\w.-]+)?)$/i),
  values: 'a name or an address such as localhost or ::1; 0.0.0.0 means all addresses',
} as const;

/** Up to a day. */
export const SECONDS = {
  placeholder: '<seconds>',
  type: integer(0, 86_400),
  values: 'a whole number of seconds from 0 to 86400',
} as const;

export const TRUE_OR_FALSE = 'true or false';
