import { useState } from 'preact/hooks';
import { t } from '../languages/language.ts';

// Copies or shares a text or link, and shows whether that worked; the keys for it.

/** The keys that copy the link of the plate, from wherever one is. */
const SHARE_KEYS = 'Control+Enter Meta+Enter';

interface CopyLinkProps {
  /** The outcome of the last copy, in words. */
  readonly said: string;
  readonly onCopy: () => void;
  /** Whether it is the plate's, which has its own keys. */
  readonly isOfPlate?: boolean;
}

/** Copies an address or opens the share dialog, and shows whether that worked. */
export function CopyLink({ said, onCopy, isOfPlate = false }: CopyLinkProps) {
  return (
    <span class="copy-link note">
      <span role="status">{said}</span>
      <button
        type="button"
        class={isOfPlate ? 'primary' : undefined}
        title={isOfPlate ? t().keys.share : undefined}
        aria-keyshortcuts={isOfPlate ? SHARE_KEYS : undefined}
        onClick={onCopy}
      >
        {canShare() ? t().share : t().copyLink}
      </button>
    </span>
  );
}

/** Copies the address of this page as it is. */
export function CopyThisLink() {
  const [said, copy] = useCopy();
  return <CopyLink said={said} onCopy={() => passOn(location.href, copy)} />;
}

/** Shares an address where the system can, else copies it. */
export async function passOn(
  url: string,
  copy: (text: string, done: string) => void,
): Promise<void> {
  if (canShare() && (await shareLink(url))) return;
  copy(url, t().linkCopied);
}

/** Copies a text; false if the browser forbids it, as over plain HTTP from another machine. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** A function that copies a text, and its outcome in words, as long as `about` stays the same. */
export function useCopy(
  about?: unknown,
): readonly [said: string, copy: (text: string, done: string) => void] {
  const [last, setLast] = useState({ about, said: '' });
  const copy = async (text: string, done: string) =>
    setLast({ about, said: (await copyText(text)) ? done : t().cannotCopy });
  return [last.about === about ? last.said : '', copy];
}

/** Whether the system has a share dialog and the pointer is a finger. */
const canShare = (): boolean => 'share' in navigator && matchMedia('(pointer: coarse)').matches;

/** Opens the share dialog; false if that fails, but not if it is canceled. */
async function shareLink(url: string): Promise<boolean> {
  try {
    await navigator.share({ title: document.title, url });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
