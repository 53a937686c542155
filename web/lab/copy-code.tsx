import { useState } from 'preact/hooks';
import { t } from '../languages/language.ts';
import { copyText } from '../parts/copy.ts';

// A piece of code of the lab with a button to copy it.

/** Code that runs as it is, in the console of this page for instance, with a way to copy it. */
export function CopyCode({ code }: { readonly code: string }) {
  const [said, say] = useState('');
  return (
    <div class="code">
      <pre>{code}</pre>
      <button
        type="button"
        onClick={async () => say((await copyText(code)) ? t().copied('fetch') : t().cannotCopy)}
      >
        {said || t().copy}
      </button>
    </div>
  );
}
