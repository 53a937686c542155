import { labTexts } from './lab-language.ts';
import type { Exchange } from './replay.ts';

// The lab's list of requests and answers as they passed, and which headers it shows.

/** Headers that decide what a page may read, and the kind of what it reads. */
const TELLING = /^(access-control-|vary$|content-type$|cross-origin-resource-policy$)/;

interface WireProps {
  /** Absent where the page's server cannot find out. */
  readonly exchanges: readonly Exchange[] | undefined;
}

/** Requests and answers as they passed, preflight first: what a browser shows only in its tools. */
export function Wire({ exchanges }: WireProps) {
  if (exchanges === undefined) return <p>{labTexts().wire.openTools}</p>;
  if (exchanges.length === 0) return <p>{labTexts().wire.nothingSent}</p>;
  return exchanges.map(({ request, status, headers }) => (
    <pre class="wire" key={request[0]}>
      <b>{request.join('\n')}</b>
      {'\n\n'}
      {[
        `${status}${request[0]?.startsWith('OPTIONS') ? `  ${labTexts().wire.toPreflight}` : ''}`,
        ...Object.entries(headers)
          .filter(([name]) => TELLING.test(name))
          .map(([name, value]) => `${name}: ${value}`),
      ].join('\n')}
    </pre>
  ));
}
