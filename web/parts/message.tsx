import type { ComponentChildren } from 'preact';
import { t } from '../languages/language.ts';

// A message in place of foods: heading and text.

interface MessageProps {
  readonly title: string;
  readonly kind?: 'loading' | 'fault';
  readonly children: ComponentChildren;
}

/** Something to read in place of foods. */
export function Message({ title, kind, children }: MessageProps) {
  return (
    <section class={`message ${kind ?? ''}`}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

interface FaultProps {
  readonly title: string;
  readonly onRetry: () => void;
  readonly children?: ComponentChildren;
  /** What else can be done. */
  readonly more?: ComponentChildren;
}

/** What went wrong, and the way to try again. */
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
