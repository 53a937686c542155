import { useRef, useState } from 'preact/hooks';
import { sumNutrients } from '../food/nutrients.ts';
import { rowsOf } from '../food/use-rows.ts';
import { currentPlate } from '../kept/kept.ts';
import { t } from '../languages/language.ts';
import type { Page } from '../page/use-page.ts';
import { copyText } from '../parts/copy.ts';
import { plateCsv, plateJson, readPlateFile } from './plate-file.ts';
import { plateTitle } from './plate-title.ts';

/** Without the mark, Excel takes UTF-8 for the code page of the machine. */
const BYTE_ORDER_MARK = '\u{feff}';

/** What else can be done with a plate: files of it, paper, an empty one. */
export function PlateMenu({ page }: { readonly page: Page }) {
  const { dispatch, service, state } = page;
  const { kept } = state;
  const { columns } = state.offer;
  const { portions } = currentPlate(kept);
  const name = plateTitle(currentPlate(kept), kept.plates);
  const [said, say] = useState('');
  const picker = useRef<HTMLInputElement>(null);

  async function open(files: FileList | null): Promise<void> {
    const file = files?.[0];
    if (file === undefined) return;
    const plate = await readPlateFile(await file.text());
    if (picker.current !== null) picker.current.value = '';
    if (plate === undefined) return say(t().notAPlate(file.name));
    dispatch({
      kind: 'plate/import',
      name: plate.name ?? file.name.replace(/\.\w+$/, ''),
      portions: plate.portions,
    });
    say(plate.unreadable > 0 ? t().unreadableFoods(plate.unreadable) : '');
  }

  async function csv(): Promise<string> {
    return plateCsv(portions, columns, await rowsOf(service, portions));
  }

  async function copyCsv(): Promise<void> {
    say((await copyText(await csv())) ? t().csvCopied : t().cannotCopy);
  }

  async function downloadCsv(): Promise<void> {
    download(`${fileNameOf(name)}.csv`, 'text/csv;charset=utf-8', BYTE_ORDER_MARK + (await csv()));
  }

  async function downloadJson(): Promise<void> {
    const sums = sumNutrients(portions, columns, await rowsOf(service, portions));
    download(`${fileNameOf(name)}.json`, 'application/json', plateJson(name, portions, sums));
  }

  return (
    <>
      <p class="actions">
        {portions.length > 0 && (
          <>
            <button type="button" onClick={() => print()}>
              {t().print}
            </button>
            <button type="button" onClick={copyCsv}>
              {t().copyCsv}
            </button>
            <button type="button" onClick={downloadCsv}>
              {t().downloadCsv}
            </button>
            <button type="button" onClick={downloadJson}>
              {t().downloadJson}
            </button>
          </>
        )}
        <button type="button" onClick={() => picker.current?.click()}>
          {t().openFile}
        </button>
        <input
          ref={picker}
          type="file"
          hidden
          accept=".csv,.json,text/csv,application/json"
          aria-label={t().openFile}
          onChange={(event) => open(event.currentTarget.files)}
        />
        {portions.length > 0 && (
          <button type="button" class="danger" onClick={() => dispatch({ kind: 'plate/clear' })}>
            {t().clearPlate}
          </button>
        )}
      </p>
      <p class="note" role="status">
        {said}
      </p>
    </>
  );
}

/** A name that any file system takes. */
function fileNameOf(name: string): string {
  return (
    name
      .replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim() || 'plate'
  );
}

/** Hands a file to the browser to be saved. */
function download(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url));
}
