import type { ComponentChildren } from 'preact';
import { t } from '../languages/language.ts';
import type { Page } from '../page/use-page.ts';
import { FaultMessage } from '../search/faults/fault-message.tsx';
import type { LookUp } from './use-foods.ts';

// What is shown while foods are looked up, and when a food does not exist.

interface LookedUpProps {
  readonly class: string;
  readonly lookUp: LookUp;
  readonly page: Page;
  readonly onRetry: () => void;
  readonly children: ComponentChildren;
}

/** What is shown of foods that were looked up, the way back, and why there is nothing to show. */
export function LookedUp(props: LookedUpProps) {
  const { lookUp, page, onRetry, children } = props;
  return (
    <div class={props.class} aria-busy={lookUp.kind === 'loading'}>
      <p class="back">
        <button type="button" class="link" onClick={() => page.store.backToSearch()}>
          {/* A sign that is mirrored where one reads from right to left. */}‹ {t().backToSearch}
        </button>
      </p>
      {lookUp.kind === 'failed' && (
        <FaultMessage fault={lookUp.fault} apiUrl={page.apiUrl} onRetry={onRetry} />
      )}
      {children}
    </div>
  );
}
