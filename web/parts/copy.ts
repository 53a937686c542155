import { useState } from 'preact/hooks';
import { t } from '../languages/language.ts';

// Copies to the clipboard; when an address is shared by the system instead.

/** Copies a text; false where the browser lets no page copy, as over plain HTTP from elsewhere. */
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

/** Whether the system has its own ways to pass an address on, and a finger asks for them. */
export const canShare = (): boolean =>
  'share' in navigator && matchMedia('(pointer: coarse)').matches;

/** Hands an address to the system to be passed on; false where that fails, but not where it is called off. */
export async function shareLink(url: string): Promise<boolean> {
  try {
    await navigator.share({ title: document.title, url });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
