import { useState } from 'preact/hooks';
import { t } from '../languages/language.ts';
import { copyText } from '../parts/copy.ts';

interface CopyLinkProps {
  readonly link: () => string;
  readonly isPrimary?: boolean;
}

/** Copies an address, and says whether the browser let it. */
export function CopyLink({ link, isPrimary = false }: CopyLinkProps) {
  const [said, say] = useState('');
  return (
    <span class="copy-link">
      <span role="status">{said}</span>
      <button
        type="button"
        class={isPrimary ? 'primary' : undefined}
        onClick={async () => say((await copyText(link())) ? t().linkCopied : t().cannotCopy)}
      >
        {t().copyLink}
      </button>
    </span>
  );
}
