import { t } from '../../languages/language.ts';
import { keepFragment } from '../../page-header.tsx';
import { lazy } from '../../parts/lazy.tsx';
import { Message } from '../../parts/message.tsx';
import { explainStatus } from './http-status.ts';
import type { SearchFault } from './search-fault.ts';

const BlockedWayOut = lazy(() =>
  import('./blocked-way-out.tsx').then((module) => module.BlockedWayOut),
);

interface FaultProps {
  readonly fault: SearchFault;
  readonly apiUrl: string;
  readonly onRetry: () => void;
}

/** When there is no answer: what is known of why, and the way out. */
export function FaultMessage({ fault, apiUrl, onRetry }: FaultProps) {
  return (
    <Message title={titleOf(fault)} kind="fault">
      <WayOut fault={fault} apiUrl={apiUrl} />
      <p class="actions">
        <button type="button" class="primary" onClick={onRetry}>
          {t().tryAgain}
        </button>
        {fault.kind === 'blocked' && (
          <a href="lab.html" onClick={keepFragment}>
            {t().seeInLab}
          </a>
        )}
      </p>
    </Message>
  );
}

function titleOf(fault: SearchFault): string {
  return fault.kind === 'http' ? t().faults.http(fault.status) : t().faults[fault.kind];
}

function WayOut({ fault, apiUrl }: Omit<FaultProps, 'onRetry'>) {
  const { ways } = t();
  switch (fault.kind) {
    case 'blocked':
      return <BlockedWayOut apiUrl={apiUrl} />;
    case 'offline':
      return <p>{ways.offline}</p>;
    case 'unreachable':
      return (
        <>
          <p>{ways.unreachable(apiUrl)}</p>
          <pre>npx food-lookup serve --page</pre>
        </>
      );
    case 'http':
      return (
        <p>
          {fault.reason !== undefined && `${ways.saysReason(fault.reason)} `}
          {explainStatus(fault.status, apiUrl)}
        </p>
      );
    case 'unreadable':
      return <p>{ways.unreadable(apiUrl, fault.message)}</p>;
    case 'query':
      return <p>{ways.query(fault.message)}</p>;
  }
}
