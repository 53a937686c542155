import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../languages/language.ts';
import type { Page, Request } from '../page/use-page.ts';
import { Button } from './controls.tsx';
import { FaultMessage } from './fault-message.tsx';

// The frame of a view shown in place of the results: the link back, and faults.

interface ViewFrameProps {
  readonly class: string;
  readonly page: Page;
  /** The request that the view depends on. */
  readonly request: Request;
  readonly isBusy: boolean;
  readonly children: ComponentChildren;
}

/** Shows a view in place of the results, with a link back and any fault. */
export function ViewFrame({ class: name, page, request, isBusy, children }: ViewFrameProps) {
  const frame = useRef<HTMLDivElement>(null);

  // The link that led here was removed, and the focus with it.
  useLayoutEffect(() => {
    if (document.activeElement !== document.body) return;
    (frame.current?.querySelector('h1') ?? frame.current)?.focus({ preventScroll: true });
  }, []);

  return (
    <div ref={frame} class={`view stack ${name}`} tabIndex={-1} aria-busy={isBusy}>
      <p class="back">
        <Button class="link" onClick={() => page.store.backToSearch()}>
          ‹ {t().backToSearch}
        </Button>
      </p>
      {request.fault !== undefined && (
        <FaultMessage fault={request.fault} apiUrl={page.apiUrl} onRetry={request.retry} />
      )}
      {children}
    </div>
  );
}
