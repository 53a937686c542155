// All texts of the lab in American English: headings, verdicts, steps, rules, fixes.

/** The texts of the lab in American English; the other catalogs have the same shape. */
export const LAB_ENGLISH = {
  pages: 'Pages',
  title: 'What may a script read?',
  originsAre: 'This page’s origin and the service’s:',
  isSame: 'They are the same, so CORS does not apply.',
  differ: 'They differ, so a script here can read only what the service allows.',
  originsOfPage: 'Origins of this page',
  loadFrom: 'Load the lab from',
  sameFiles: 'Same files, same server, but a different host: to the browser, a different origin.',
  search: 'Search',
  sendAll: 'Send all four',
  sending: 'Sending',
  answersAreIn: 'Answers are in',
  looksTheSame:
    'A failed call looks the same to a script whether the service is down or the browser blocked its answer. The browser’s console and network panel show the difference.',
  verdicts: {
    read: 'Read',
    opaque: 'Opaque',
    blocked: 'Blocked',
    refused: 'Not sent',
    unreachable: 'No answer',
  },
  experiments: {
    cors: 'Mode cors, the default',
    header: 'A custom header',
    'no-cors': 'Mode no-cors',
    'same-origin': 'Mode same-origin',
  },
  scriptSaw: 'The script saw',
  stepByStep: 'Step by step',
  theBrowser: 'The browser',
  onTheWire: 'On the wire',
  rulesAtWork: 'Rules at work',
  rule: (number: number) => `Rule ${number}`,
  mode: 'Mode',
  seen: {
    error: 'error',
    answer: 'answer',
    nothingAtAll: 'no type, no status, no headers, no body',
    type: 'type',
    status: 'status',
    headers: 'headers',
    body: 'body',
    none: 'none',
    nothing: 'nothing',
    though: (status: number) => `, though ${status} was sent`,
    ofSent: (count: number) => `, of ${count} headers sent`,
  },
  wire: {
    openTools: 'Open the network panel of the browser’s tools to see requests and answers.',
    nothingSent: 'Nothing was sent.',
    toPreflight: 'answer to the preflight',
  },
  fix: {
    toFix: 'To fix it:',
    useCors: 'Use mode cors: the service allows this origin.',
    useCorsAndAllow: 'Use mode cors, and allow this origin in the service.',
    useCorsOrOwn: 'Use mode cors, or serve the page from the origin of the service.',
    start:
      'Allow the call if the browser asks whether this page may access your local network, and start the service:',
    allowHeader: 'Allow the header in the service:',
    allowOrigin: 'Allow this origin in the service. The setting replaces the whole list:',
  },
  steps: {
    compared: 'Compared the address with the page’s origin: they differ.',
    failedAtOnce: 'Sent nothing, and failed the call at once.',
    gotNothingToJudge: 'Sent the request, and got no answer to check.',
    sentWithoutAsking: 'Sent the request, without asking whether the script may read the answer.',
    gaveEmptyShell: 'Got the answer, and gave the script an opaque, empty response.',
    sharedOrigin: 'Page and service share an origin: no permission was needed.',
    gotNoAnswer: 'Sent the request, and got no answer.',
    sentWithOrigin: 'Sent the request, with the page’s origin in the Origin header.',
    foundNone: 'Found no Access-Control-Allow-Origin in the answer that names this page.',
    threwAway: 'Discarded the answer, logged why to its console, and told the script nothing.',
    foundEither: 'Found that origin, or *, in Access-Control-Allow-Origin.',
    foundOrigin: 'Found that origin in Access-Control-Allow-Origin.',
    foundWildcard: 'Found * in Access-Control-Allow-Origin.',
    passedOn: 'Passed the answer on to the script.',
    askedFirst: (header: string) =>
      `Asked first, with OPTIONS: may a page of this origin send ${header}?`,
    headerNotListed: (header: string) =>
      `The answer does not list ${header} in Access-Control-Allow-Headers.`,
    pageNotAllowed: 'The answer does not allow this page.',
    neverSent: 'Never sent the search itself.',
    headerAllowed: (header: string) => `The answer allowed it. Sent the search, with ${header}.`,
    allowedAgain: 'Found this page allowed again, and passed the answer on.',
  },
  /** The rules of cross-origin requests, numbered as in the service's contract. */
  rules: {
    1: 'An origin is protocol, host and port together. Path and query do not count.',
    2: 'A script may call only its own origin; another one has to opt in with CORS headers.',
    3: 'On a cross-origin call, the browser sends the page’s origin in the Origin header.',
    4: 'The service checks Origin. If it is allowed, the answer says so in Access-Control-Allow-Origin: the same origin, or *.',
    5: 'The browser passes the answer on only if that header is exactly the page’s origin, or *. Otherwise the script sees a network failure.',
    6: 'Without that header the browser blocks the answer, and says so in its console.',
    7: 'With * every page of every origin may read the answers: for open data only.',
    'no-cors': 'no-cors needs no permission, and gets nothing to read: the answer is opaque.',
    'same-origin': 'same-origin allows only the page’s own origin; any other is an error.',
  },
};

/** The shape of a lab catalog; every language has all of these texts. */
export type LabTexts = typeof LAB_ENGLISH;
export type RuleId = keyof LabTexts['rules'];
