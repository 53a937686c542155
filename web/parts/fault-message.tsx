import { t } from '../languages/language.ts';
import type { SearchFault } from '../service/search-fault.ts';
import { lazy } from './lazy.tsx';
import { Fault } from './message.tsx';

// What is shown when a search fails; languages/en.ts has the texts for offline and unreachable,
// answered-texts.ts the others.

/** Only while online: offline, nothing can be loaded. */
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

/** Shown if there are no foods: the reason, if known, and the way out. */
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
