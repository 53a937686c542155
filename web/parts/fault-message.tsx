import { t } from '../languages/language.ts';
import type { SearchFault } from '../service/search-fault.ts';
import { lazy } from './lazy.tsx';
import { Fault } from './message.tsx';

// The message when a search fails. The strings for offline and unreachable are in languages/en.ts,
// the others in answered-fault.tsx.

/**
 * This part is loaded only when needed. The offline message does not use it, since nothing can be
 * loaded while offline.
 */
const AnsweredFault = lazy(
  () => import('./answered-fault.tsx'),
  'AnsweredFault',
  ({ onRetry }: Pick<FaultMessageProps, 'onRetry'>) => (
    <Fault title={t().noAnswer} onRetry={onRetry} />
  ),
);

interface FaultMessageProps {
  readonly fault: SearchFault;
  readonly apiUrl: string;
  readonly onRetry: () => void;
}

/** Explains why there are no foods, if the reason is known, and what to do. */
export function FaultMessage({ fault, apiUrl, onRetry }: FaultMessageProps) {
  if (fault.kind !== 'offline' && fault.kind !== 'unreachable')
    return <AnsweredFault fault={fault} apiUrl={apiUrl} onRetry={onRetry} />;
  const { title, advice } = t().faults[fault.kind];
  return (
    <Fault title={title} onRetry={onRetry}>
      <p>{advice(apiUrl)}</p>
      {fault.kind === 'unreachable' && <pre>npx food-lookup serve --page</pre>}
    </Fault>
  );
}
