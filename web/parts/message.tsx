import type { ComponentChildren } from 'preact';

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
