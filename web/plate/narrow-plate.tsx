import type { ComponentChildren } from 'preact';
import { t } from '../languages/language.ts';
import { plateOf } from '../page/page-state.ts';
import type { Page } from '../page/use-page.ts';
import { Sheet } from '../parts/sheet.tsx';
import { PlateBar } from './plate-bar.tsx';

interface NarrowPlateProps {
  readonly page: Page;
  /** What happened to the plate last, such as that its link was copied. */
  readonly said: string;
  readonly children: ComponentChildren;
}

/** The plate where there is no room beside the search: a bar that opens it. */
export function NarrowPlate({ page, said, children }: NarrowPlateProps) {
  const { state, dispatch } = page;
  return (
    <>
      <PlateBar
        portions={plateOf(state).portions}
        said={said}
        onOpen={() => dispatch({ kind: 'sheet', isOpen: true })}
      />
      <Sheet
        isOpen={state.isSheetOpen}
        onClose={() => dispatch({ kind: 'sheet', isOpen: false })}
        label={t().plate}
      >
        {children}
      </Sheet>
    </>
  );
}
