import type { ComponentChildren } from 'preact';
import { t } from '../languages/language.ts';
import { plateOf } from '../page/page-state.ts';
import type { Page } from '../page/use-page.ts';
import { useLoaded } from '../parts/lazy.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { PlateBar } from './plate-bar.tsx';
import { PlateContents } from './plate-panel.tsx';

// The plate on a narrow screen: the bar and the sheet that it opens.

interface NarrowPlateProps {
  readonly page: Page;
  /** What happened to the plate last, such as that its link was copied. */
  readonly said: string;
  readonly children: ComponentChildren;
}

/** The plate where there is no room beside the search: a bar that opens it. */
export function NarrowPlate({ page, said, children }: NarrowPlateProps) {
  const { state, dispatch } = page;
  const { portions } = plateOf(state);
  const isLoaded = useLoaded(portions.length > 0 || state.isSheetOpen, loadSheet);
  return (
    <>
      <PlateBar
        portions={portions}
        said={said}
        onOpen={() => dispatch({ kind: 'sheet', isOpen: true })}
      />
      <Sheet
        isOpen={state.isSheetOpen && isLoaded}
        onClose={() => dispatch({ kind: 'sheet', isOpen: false })}
        label={t().plate}
      >
        {children}
      </Sheet>
    </>
  );
}

/** All that the sheet shows of a plate: one that grew as it opens would move away from the finger. */
async function loadSheet(): Promise<void> {
  const { PlateFoods } = await import('./plate-contents.tsx');
  await Promise.all([PlateContents, PlateFoods].map(({ preload }) => preload()));
}
