import { useState } from 'preact/hooks';
import type { FoodRow } from '../foods/food.ts';
import { t } from '../languages/language.ts';
import { copyText } from '../parts/copy-link.tsx';
import { foodTexts } from './food-texts.ts';

// The buttons of a food that copy its request as curl or fetch, or its JSON.

interface CopyAsProps {
  /** The address that the food was read from. */
  readonly url: string;
  readonly row: FoodRow;
}

/** The request for this food, to be used elsewhere. */
export function CopyAs({ url, row }: CopyAsProps) {
  const [said, say] = useState('');
  const copy = (what: string, text: string) => (
    <button
      type="button"
      onClick={async () => say((await copyText(text)) ? t().copied(what) : t().cannotCopy)}
    >
      {what}
    </button>
  );
  return (
    <p class="actions copy-as">
      <span>{foodTexts().copyAs}</span>
      {copy('curl', `curl '${url.replaceAll("'", '%27')}'`)}
      {copy(
        'fetch',
        `const response = await fetch(${JSON.stringify(url)});\nconst food = await response.json();\n`,
      )}
      {copy('JSON', `${JSON.stringify(row, null, 2)}\n`)}
      <span role="status">{said}</span>
    </p>
  );
}
