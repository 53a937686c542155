import type { Seen } from './experiments.ts';
import { labTexts } from './lab-language.ts';
import type { Exchange } from './replay.ts';

// What the lab shows of what the script learned, and how much of a body.

/** Enough of a body to see what it is. */
const BODY_LENGTH = 100;

interface SeenByScriptProps {
  readonly seen: Seen;
  /** What the service sent in the end, if that is known. */
  readonly sent: Exchange | undefined;
}

/** Everything that the script learned: often less than what was sent. */
export function SeenByScript({ seen, sent }: SeenByScriptProps) {
  const { seen: texts } = labTexts();
  if (seen.kind === 'error') {
    return (
      <dl class="seen">
        <dt>{texts.error}</dt>
        <dd>
          <code>{seen.message}</code>
        </dd>
        <dt>{texts.answer}</dt>
        <dd>{texts.nothingAtAll}</dd>
      </dl>
    );
  }
  const { type, status, headers, body } = seen;
  const isOpaque = type === 'opaque';
  return (
    <dl class="seen">
      <dt>{texts.type}</dt>
      <dd>
        <code>{type}</code>
      </dd>
      <dt>{texts.status}</dt>
      <dd>
        <code>{status}</code>
        {isOpaque && sent !== undefined && texts.though(sent.status)}
      </dd>
      <dt>{texts.headers}</dt>
      <dd>
        {headers.length === 0 ? (
          texts.none
        ) : (
          <code>{headers.map(([name]) => name).join(', ')}</code>
        )}
        {sent !== undefined && texts.ofSent(Object.keys(sent.headers).length)}
      </dd>
      <dt>{texts.body}</dt>
      <dd>{body === '' ? texts.nothing : <code>{shorten(body)}</code>}</dd>
    </dl>
  );
}

function shorten(text: string): string {
  return text.length > BODY_LENGTH ? `${text.slice(0, BODY_LENGTH)}…` : text;
}
