import { Component, type ComponentChildren } from 'preact';
import { t } from '../languages/language.ts';
import { Button } from './controls.tsx';

// Messages in place of foods (heading and text), and the error boundary.

interface MessageProps {
  readonly title: string;
  readonly kind?: 'loading' | 'fault';
  readonly children: ComponentChildren;
}

/** A message shown in place of foods. */
export function Message({ title, kind, children }: MessageProps) {
  return (
    <section class={`message stack ${kind ?? ''}`}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

interface FaultProps {
  readonly title: string;
  readonly onRetry: () => void;
  readonly children?: ComponentChildren;
  /** Further actions. */
  readonly more?: ComponentChildren;
}

/** Explains what went wrong, with a button to try again. */
export function Fault({ title, onRetry, children, more }: FaultProps) {
  return (
    <Message title={title} kind="fault">
      {children}
      <p class="actions">
        <Button class="primary" onClick={onRetry}>
          {t().tryAgain}
        </Button>
        {more}
      </p>
    </Message>
  );
}

interface BoundaryProps {
  /** A change of one of these values clears the error. */
  readonly about: readonly unknown[];
  /** Shows something else instead of the part that failed. */
  readonly onContinue: () => void;
  readonly children: ComponentChildren;
}

/** Keeps an error in one part of the page from breaking the others, such as the plate. */
export class Boundary extends Component<BoundaryProps, { readonly fault: unknown }> {
  override state: { readonly fault: unknown } = { fault: undefined };

  static override getDerivedStateFromError(fault: unknown) {
    return { fault };
  }

  override componentDidUpdate({ about }: BoundaryProps): void {
    const isOther = about.some((one, i) => one !== this.props.about[i]);
    if (isOther && this.state.fault !== undefined) this.setState({ fault: undefined });
  }

  override render() {
    if (this.state.fault === undefined) return this.props.children;
    // Offline, a part of the page may be missing, and reloading would lose the rest.
    const isOffline = navigator.onLine === false;
    return (
      <Message title={isOffline ? t().faults.offline.title : t().broken.title} kind="fault">
        <p>{t().broken.plateStays}</p>
        {!isOffline && <pre>{String(this.state.fault)}</pre>}
        <p class="actions">
          <Button
            class="primary"
            onClick={() => {
              this.setState({ fault: undefined });
              this.props.onContinue();
            }}
          >
            {t().broken.keepSearching}
          </Button>
          {!isOffline && <Button onClick={() => location.reload()}>{t().broken.reload}</Button>}
        </p>
      </Message>
    );
  }
}
