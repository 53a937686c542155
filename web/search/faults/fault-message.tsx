import type { ComponentChildren } from 'preact';
import { t } from '../../languages/language.ts';
import { lazy } from '../../parts/lazy.tsx';
import { Message } from '../../parts/message.tsx';
import type { SearchFault } from './search-fault.ts';

// What is shown when a search fails; languages/en.ts has the texts for offline and unreachable,
// answered-texts.ts the others.

/** Where the network is there; without it nothing can be loaded. */
const AnsweredFault = lazy(
  () => import('./answered-fault.tsx').then((module) => module.AnsweredFault),
  ({ onRetry }: Pick<FaultMessageProps, 'onRetry'>) => (
    <Fault title={t().noAnswer} onRetry={onRetry} />
  ),
);

interface FaultMessageProps {
  readonly fault: SearchFault;
  readonly apiUrl: string;
  readonly onRetry: () => void;
}

/** When there are no foods to show: what is known of why, and the way out. */
export function FaultMessage({ fault, apiUrl, onRetry }: FaultMessageProps) {
  if (fault.kind !== 'offline' && fault.kind !== 'unreachable')
    return <AnsweredFault fault={fault} apiUrl={apiUrl} onRetry={onRetry} />;
  const { title, wayOut } = t().faults[fault.kind];
  return (
    <Fault title={title} onRetry={onRetry}>
      <p>{wayOut(apiUrl)}</p>
      {fault.kind === 'unreachable' && <pre>npx food-lookup serve --page</pre>}
    </Fault>
  );
}

interface FaultProps {
  readonly title: string;
  readonly onRetry: () => void;
  readonly children?: ComponentChildren;
  /** What else can be done. */
  readonly more?: ComponentChildren;
}

export function Fault({ title, onRetry, children, more }: FaultProps) {
  return (
    <Message title={title} kind="fault">
      {children}
      <p class="actions">
        <button type="button" class="primary" onClick={onRetry}>
          {t().tryAgain}
        </button>
        {more}
      </p>
    </Message>
  );
}
