import type { ComponentProps } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../languages/language.ts';
import { Button } from './controls.tsx';

// Copies or shares text or a link and shows whether that worked. The shortcut for the plate's link
// is in foods-page.tsx.

interface CopyLinkProps extends ComponentProps<'button'> {
  /** A message with the outcome of the last copy. */
  readonly said: string;
}

/** A button that copies a link or opens the share dialog, and shows whether that worked. */
export function CopyLink({ said, ...button }: CopyLinkProps) {
  return (
    <span class="copy-link spread note">
      <span role="status">{said}</span>
      <Button {...button}>{canShare() ? t().share : t().copyLink}</Button>
    </span>
  );
}

/** A button that copies or shares the current URL. */
export function CopyThisLink() {
  const [said, copy] = useCopy();
  return <CopyLink said={said} onClick={() => shareOrCopy(location.href, copy)} />;
}

/** Shares a URL if the system can share, and otherwise copies it. */
export async function shareOrCopy(
  url: string,
  copy: (text: string, done: string) => void,
): Promise<void> {
  const isShared = () =>
    navigator.share({ title: document.title, url }).then(
      () => true,
      // The user canceled.
      (error: unknown) => error instanceof DOMException && error.name === 'AbortError',
    );
  if (!canShare() || !(await isShared())) copy(url, t().linkCopied);
}

/**
 * Copies text. Returns `false` if the browser forbids this, as on a page from another machine over
 * plain HTTP.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns a function that copies text, and a message with the outcome, which is cleared when
 * `about` changes.
 */
export function useCopy(
  about?: unknown,
): readonly [said: string, copy: (text: string, done: string) => void] {
  const [last, setLast] = useState({ about, said: '' });
  const copy = async (text: string, done: string) =>
    setLast({ about, said: (await copyText(text)) ? done : t().cannotCopy });
  return [last.about === about ? last.said : '', copy];
}

/** Checks whether the system has a share dialog and the device is used by touch. */
const canShare = (): boolean => 'share' in navigator && matchMedia('(pointer: coarse)').matches;
