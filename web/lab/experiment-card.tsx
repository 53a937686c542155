import { Fragment } from 'preact';
import { t } from '../languages/language.ts';
import { Button } from '../parts/controls.tsx';
import { useCopy } from '../parts/copy-link.tsx';
import { useMedia } from '../parts/use-media.ts';
import type { Explanation } from '../service/page-server.ts';
import type { Exchange, Outcome } from './experiments.ts';
import { labTexts } from './lab-es.ts';
import type { Result } from './use-lab.ts';

// The card of one experiment: its code, what the script saw, the fix, the requests.

interface ExperimentCardProps {
  readonly result: Result;
  readonly searchUrl: string;
  /** Why the service refuses this page and how to allow it, if known. */
  readonly explanation: Explanation | undefined;
  /** Whether the script could read the plain search's response. */
  readonly isAllowed: boolean;
}

/** Shows one way to send the search, and its outcome. */
export function ExperimentCard(props: ExperimentCardProps) {
  const { searchUrl, result } = props;
  const isRoomy = useMedia('(min-width: 40rem)');
  const { verdict, steps, rules } = result.conclusion;
  const { id, mode, header } = result.experiment;
  const options = header === undefined ? `mode: '${mode}'` : `headers: { '${header}': '1' }`;
  // This also runs if pasted into this page's console.
  const code = `await fetch('${searchUrl}', { ${options} })`;
  const [said, copy] = useCopy();
  const texts = labTexts();
  return (
    <article class="experiment stack" aria-labelledby={`title-${id}`}>
      <header>
        <h2 id={`title-${id}`}>{texts.experiments[id]}</h2>
        <span class={`chip verdict ${verdict}`}>{texts.verdicts[verdict]}</span>
      </header>
      <div class="code">
        <pre>{code}</pre>
        <Button onClick={() => copy(code, t().copied('fetch'))}>{said || t().copy}</Button>
      </div>
      <h3>{texts.scriptSaw}</h3>
      <SeenByScript {...result} />
      <Fix {...props} />
      <details open={isRoomy}>
        <summary>{texts.stepByStep}</summary>
        <h3>{texts.theBrowser}</h3>
        <ol>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <h3>{texts.onTheWire}</h3>
        <Wire {...result} />
        {rules.length > 0 && <h3>{texts.rulesAtWork}</h3>}
        <ul class="rules stack">
          {rules.map((rule) => (
            <li key={rule}>
              <b>{typeof rule === 'number' ? texts.rule(rule) : texts.mode}</b> {texts.rules[rule]}
            </li>
          ))}
        </ul>
      </details>
    </article>
  );
}

/** How much of a body is shown, in UTF-16 units: enough to recognize it. */
const BODY_LENGTH = 100;

/** Everything the script learned, often less than the service sent. */
function SeenByScript({ seen, exchanges }: Result) {
  const { seen: texts } = labTexts();
  const rows =
    seen.kind === 'error'
      ? [
          [texts.error, <code>{seen.message}</code>],
          [texts.answer, texts.nothingAtAll],
        ]
      : rowsOfAnswer(seen, exchanges?.at(-1));
  return (
    <dl class="seen">
      {rows.map(([term, detail], i) => (
        <Fragment key={i}>
          <dt>{term}</dt>
          <dd>{detail}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

function rowsOfAnswer(
  { type, status, headers, body }: Extract<Outcome, { kind: 'answer' }>,
  sent: Exchange | undefined,
) {
  const { seen: texts } = labTexts();
  const names = headers.map(([name]) => name).join(', ');
  const though = type === 'opaque' && sent !== undefined && texts.though(sent.status);
  const ofSent = sent && texts.ofSent(Object.keys(sent.headers).length);
  return [
    [texts.type, <code>{type}</code>],
    [texts.status, [<code>{status}</code>, though]],
    [texts.headers, [names === '' ? texts.none : <code>{names}</code>, ofSent]],
    [texts.body, body === '' ? texts.nothing : <code>{shorten(body)}</code>],
  ];
}

function shorten(text: string): string {
  return text.length > BODY_LENGTH ? `${text.slice(0, BODY_LENGTH)}…` : text;
}

/** The headers that concern cross-origin reading or caching, and the content type. */
const SHOWN_HEADERS = /^(access-control-|vary$|content-type$|cross-origin-resource-policy$)/;

/**
 * The requests and responses on the wire, preflight first, which otherwise only a browser's
 * developer tools show.
 */
function Wire({ exchanges }: Result) {
  if (exchanges === undefined) return <p>{labTexts().wire.openTools}</p>;
  if (exchanges.length === 0) return <p>{labTexts().wire.nothingSent}</p>;
  return exchanges.map(({ request, status, headers }) => (
    <pre class="wire" key={request[0]}>
      <b>{request.join('\n')}</b>
      {'\n\n'}
      {[
        `${status}${request[0]?.startsWith('OPTIONS') ? `  ${labTexts().wire.toPreflight}` : ''}`,
        ...Object.entries(headers)
          .filter(([name]) => SHOWN_HEADERS.test(name))
          .map(([name, value]) => `${name}: ${value}`),
      ].join('\n')}
    </pre>
  ));
}

/** What to change so that the script can read the response; renders nothing if it can. */
function Fix({ result, isAllowed, explanation }: ExperimentCardProps) {
  const { verdict } = result.conclusion;
  if (verdict === 'read') return null;
  const { fix } = labTexts();
  const { header } = result.experiment;
  const origins = (explanation?.fix ?? [location.origin]).join(', ');
  const [text, code] = {
    opaque: [isAllowed ? fix.useCors : fix.useCorsAndAllow],
    refused: [fix.useCorsOrOwn],
    unreachable: [fix.start, 'npx food-lookup serve --page'],
    blocked:
      header !== undefined && isAllowed
        ? [fix.allowHeader, `--allowed-headers ${header}`]
        : [fix.allowOrigin, `--origin '${origins}'`],
  }[verdict];
  return (
    <p class="fix">
      <b>{fix.toFix}</b> {text} {code && <code>{code}</code>}
    </p>
  );
}
