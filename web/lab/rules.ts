/** The rules of calls across origins, by their numbers in the contract of the service. */
export const RULES = {
  1: 'An origin is protocol, host and port together. Path and query do not count.',
  2: 'A script may call its own origin only; another one has to opt in, with CORS headers.',
  3: 'On a call across origins, the browser names the page’s origin in the header Origin.',
  4: 'The service checks Origin. If it is allowed, the answer says so in Access-Control-Allow-Origin: the same origin, or *.',
  5: 'The browser passes the answer on only if that header is exactly the page’s origin, or *. Otherwise the script sees a network failure.',
  6: 'Without that header the browser blocks the answer, and says so in its console.',
  7: 'With * every page of every origin may read the answers: for open data only.',
  'no-cors': 'no-cors asks for no permission, and gets nothing to read: the answer is opaque.',
  'same-origin': 'same-origin stays within the page’s origin; any other is an error.',
} as const;

export type RuleId = keyof typeof RULES;
