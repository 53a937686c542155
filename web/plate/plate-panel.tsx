import { t } from '../languages/language.ts';
import { portionsOf } from '../page/page-state.ts';
import { CopyLink } from '../parts/copy-link.tsx';
import { lazy } from '../parts/lazy.tsx';
import type { PlatePartProps } from './nutrient-sums.tsx';

// The plate, beside the search or in the sheet: its name, foods, sums and buttons.

export const PlateContents = lazy(() => import('./plate-contents.tsx'), 'PlateContents');

interface PlatePanelProps extends PlatePartProps {
  /** Copies a link that shows this plate. */
  readonly onCopyLink: () => void;
  /** A message with the outcome of the copy. */
  readonly copied: string;
}

/** Shows the plate: its name, foods, sums, and ways to share or save it. */
export function PlatePanel({ page, isPrinting, onCopyLink, copied }: PlatePanelProps) {
  const portions = portionsOf(page.state);
  return (
    <section class="plate stack" aria-labelledby="plate-heading">
      <header>
        <h2 id="plate-heading" tabIndex={-1}>
          {t().plate}
        </h2>
        {portions.length > 0 && (
          <CopyLink
            said={copied}
            class="primary"
            title={t().keys.share}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            onClick={onCopyLink}
          />
        )}
      </header>
      <PlateContents page={page} isPrinting={isPrinting} />
    </section>
  );
}
