import { useRef, useState } from 'preact/hooks';
import { t } from '../languages/language.ts';
import { copyText, download } from '../parts/copy.ts';
import type { Portion } from './plate.ts';
import type { PlateFile } from './plate-file.ts';

interface PlateMenuProps {
  readonly name: string;
  readonly portions: readonly Portion[];
  readonly onClear: () => void;
  readonly onImport: (file: PlateFile) => void;
}

/** Loaded when a file is wanted: few ever do. */
const loadFiles = () => import('./plate-file.ts');

/** Without the mark, Excel takes UTF-8 for the code page of the machine. */
const BYTE_ORDER_MARK = '\u{feff}';

/** What else can be done with a plate: files of it, paper, an empty one. */
export function PlateMenu({ name, portions, onClear, onImport }: PlateMenuProps) {
  const [said, say] = useState('');
  const picker = useRef<HTMLInputElement>(null);

  async function open(files: FileList | null): Promise<void> {
    const file = files?.[0];
    if (file === undefined) return;
    const { readPlateFile } = await loadFiles();
    const plate = await readPlateFile(await file.text());
    if (picker.current !== null) picker.current.value = '';
    if (plate === undefined) return say(t().notAPlate(file.name));
    onImport({ ...plate, name: plate.name ?? file.name.replace(/\.\w+$/, '') });
    say(plate.unreadable > 0 ? t().unreadableFoods(plate.unreadable) : '');
  }

  async function copyCsv(): Promise<void> {
    const { plateCsv } = await loadFiles();
    say((await copyText(plateCsv(portions))) ? t().csvCopied : t().cannotCopy);
  }

  async function downloadCsv(): Promise<void> {
    const { plateCsv } = await loadFiles();
    download('plate.csv', 'text/csv;charset=utf-8', BYTE_ORDER_MARK + plateCsv(portions));
  }

  async function downloadJson(): Promise<void> {
    const { plateJson } = await loadFiles();
    download('plate.json', 'application/json', plateJson(name, portions));
  }

  return (
    <details class="plate-menu">
      <summary>{t().more}</summary>
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
          <button type="button" class="danger" onClick={onClear}>
            {t().clearPlate}
          </button>
        )}
      </p>
      <p class="note" role="status">
        {said}
      </p>
    </details>
  );
}
