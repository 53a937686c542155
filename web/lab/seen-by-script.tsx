import type { Seen } from './experiments.ts';
import type { Exchange } from './replay.ts';

/** Enough of a body to see what it is. */
const BODY_LENGTH = 100;

interface SeenByScriptProps {
  readonly seen: Seen;
  /** What the service sent in the end, if that is known. */
  readonly sent: Exchange | undefined;
}

/** Everything that the script learned: often less than what was sent. */
export function SeenByScript({ seen, sent }: SeenByScriptProps) {
  if (seen.kind === 'error') {
    return (
      <dl class="seen">
        <dt>error</dt>
        <dd>
          <code>{seen.message}</code>
        </dd>
        <dt>answer</dt>
        <dd>no type, no status, no headers, no body</dd>
      </dl>
    );
  }
  const { type, status, headers, body } = seen;
  const isOpaque = type === 'opaque';
  return (
    <dl class="seen">
      <dt>type</dt>
      <dd>
        <code>{type}</code>
      </dd>
      <dt>status</dt>
      <dd>
        <code>{status}</code>
        {isOpaque && sent !== undefined && `, though ${sent.status} was sent`}
      </dd>
      <dt>headers</dt>
      <dd>
        {headers.length === 0 ? 'none' : <code>{headers.map(([name]) => name).join(', ')}</code>}
        {sent !== undefined && `, of ${Object.keys(sent.headers).length} headers sent`}
      </dd>
      <dt>body</dt>
      <dd>{body === '' ? 'nothing' : <code>{shorten(body)}</code>}</dd>
    </dl>
  );
}

function shorten(text: string): string {
  return text.length > BODY_LENGTH ? `${text.slice(0, BODY_LENGTH)}…` : text;
}
