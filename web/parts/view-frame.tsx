import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../languages/language.ts';
import type { Page } from '../page/use-page.ts';
import type { Request } from '../page/use-request.ts';
import { FaultMessage } from './fault-message.tsx';

// The frame of a view in place of the results: the way back, and faults.

interface ViewFrameProps {
  readonly class: string;
  readonly page: Page;
  /** What the view waits for. */
  readonly request: Request;
  readonly isBusy: boolean;
  readonly children: ComponentChildren;
}

/** A view in place of the results: the way back, why something is missing, and the rest. */
export function ViewFrame({ class: name, page, request, isBusy, children }: ViewFrameProps) {
  const frame = useRef<HTMLDivElement>(null);

  // The link that led here is gone, and the focus with it.
  useLayoutEffect(() => {
    if (document.activeElement !== document.body) return;
    (frame.current?.querySelector('h1') ?? frame.current)?.focus({ preventScroll: true });
  }, []);

  return (
    <div ref={frame} class={name} tabIndex={-1} aria-busy={isBusy}>
      <p class="back">
        <button type="button" class="link" onClick={() => page.store.backToSearch()}>
          {/* A sign that is mirrored where one reads from right to left. */}‹ {t().backToSearch}
        </button>
      </p>
      {request.fault !== undefined && (
        <FaultMessage fault={request.fault} apiUrl={page.apiUrl} onRetry={request.retry} />
      )}
      {children}
    </div>
  );
}
