import { t } from '../languages/language.ts';
import { canShare, shareLink, useCopy } from '../parts/copy.ts';

// The button that copies or shares a link, and its keys (Ctrl+Enter).

/** The keys that copy the link of the plate, from wherever one is. */
export const SHARE_KEYS = 'Control+Enter Meta+Enter';

interface CopyLinkProps {
  /** The outcome of the last copy, in words. */
  readonly said: string;
  readonly onCopy: () => void;
  /** Whether it is the plate's: it is what most people come for, and has keys of its own. */
  readonly isOfPlate?: boolean;
}

/** Copies an address, or shares it as the system does, and says what became of it. */
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
