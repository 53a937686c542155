import type { ComponentChildren } from 'preact';
import { labHref } from '../lab-link.ts';
import { wordsOf } from './find-matches.ts';
import { explainStatus } from './http-status.ts';
import type { SearchFault } from './search-fault.ts';
import type { Question } from './search-session.ts';

const EXAMPLES = ['cheddar', 'jalapeño', 'rice, white', 'oats'];

interface MessageProps {
  readonly title: string;
  readonly kind?: 'loading' | 'fault';
  readonly children: ComponentChildren;
}

function Message({ title, kind, children }: MessageProps) {
  return (
    <section class={`message ${kind ?? ''}`}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Before anything is typed. */
export function IdleMessage({ apiUrl, onTry }: IdleProps) {
  const apiOrigin = new URL(apiUrl, location.href).origin;
  return (
    <Message title="What is in your food?">
      <p>Type a part of a name: energy, protein, fat and carbohydrates come as you type.</p>
      <p class="examples">
        {EXAMPLES.map((example) => (
          <button type="button" key={example} onClick={() => onTry(example)}>
            {example}
          </button>
        ))}
      </p>
      {apiOrigin !== location.origin && (
        <p>
          The answers come across origins: this page is of {location.origin}, the service of{' '}
          {apiOrigin}. <a href={labHref()}>Watch how in the CORS lab</a>
        </p>
      )}
    </Message>
  );
}

interface IdleProps {
  readonly apiUrl: string;
  readonly onTry: (query: string) => void;
}

/** While the first answer is on its way, or a slow one. */
export function LoadingMessage({ apiUrl, isSlow, onRetry }: LoadingProps) {
  return (
    <Message kind="loading" title={isSlow ? 'Still searching…' : 'Searching…'}>
      {isSlow && (
        <>
          <p>{apiUrl} takes its time to answer. You can wait, or ask again.</p>
          <button type="button" onClick={onRetry}>
            Ask again
          </button>
        </>
      )}
    </Message>
  );
}

interface LoadingProps {
  readonly apiUrl: string;
  readonly isSlow: boolean;
  readonly onRetry: () => void;
}

/** When no food holds the query. */
export function NothingFoundMessage({ query, match, onMatchWords }: NothingFoundProps) {
  // With one word, searching by words finds what searching by text does.
  const canLoosen = match === 'substring' && wordsOf(query).join() !== query;
  return (
    <Message title={match === 'words' ? 'No food has all these words' : `No food holds “${query}”`}>
      {canLoosen ? (
        <>
          <p>A name may hold the same words in another order, with others between them.</p>
          <button type="button" class="primary" onClick={onMatchWords}>
            Search for each word
          </button>
        </>
      ) : (
        <p>Look for a slip of the keys, or try fewer letters.</p>
      )}
    </Message>
  );
}

interface NothingFoundProps extends Question {
  readonly onMatchWords: () => void;
}

/** When there is no answer: what is known of why, and the way out. */
export function FaultMessage({ fault, apiUrl, onRetry }: FaultProps) {
  const { title, wayOut } = explain(fault, apiUrl);
  return (
    <Message title={title} kind="fault">
      {wayOut}
      <p class="actions">
        <button type="button" class="primary" onClick={onRetry}>
          Try again
        </button>
        {fault.kind === 'blocked' && <a href={labHref()}>See why in the CORS lab</a>}
      </p>
    </Message>
  );
}

interface FaultProps {
  readonly fault: SearchFault;
  readonly apiUrl: string;
  readonly onRetry: () => void;
}

function explain(fault: SearchFault, apiUrl: string) {
  switch (fault.kind) {
    case 'blocked':
      return {
        title: 'The browser withheld the answer',
        wayOut: (
          <>
            <p>
              The service at {apiUrl} is there, but does not allow this page’s origin,{' '}
              <strong>{location.origin}</strong>. Whoever runs the service can add it to the origins
              it allows:
            </p>
            <pre>food-lookup serve --origin {location.origin}</pre>
          </>
        ),
      };
    case 'offline':
      return {
        title: 'You are offline',
        wayOut: <p>Your plate is safe. The search goes on by itself once you are connected.</p>,
      };
    case 'unreachable':
      return {
        title: 'The service does not answer',
        wayOut: (
          <>
            <p>Nothing is heard from {apiUrl}. If it is yours to run, start it:</p>
            <pre>food-lookup serve</pre>
          </>
        ),
      };
    case 'http':
      return {
        title: `The service answered with status ${fault.status}`,
        wayOut: (
          <p>
            {fault.reason !== undefined && `It says “${fault.reason}”. `}
            {explainStatus(fault.status, apiUrl)}
          </p>
        ),
      };
    case 'unreadable':
      return {
        title: 'The answer is not what this page can read',
        wayOut: (
          <p>
            {apiUrl} sent a list, but not one of foods: check that it is the address of a food
            service. What went wrong here: {fault.message}
          </p>
        ),
      };
    case 'query':
      return {
        title: 'The service cannot search for this',
        wayOut: <p>It says “{fault.message}”. Change the search.</p>,
      };
  }
}
