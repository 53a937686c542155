import { useRef, useState } from 'preact/hooks';
import type { Rows } from '../foods/food.ts';
import { sumNutrients } from '../foods/nutrients.ts';
import { inLanguage, t } from '../languages/language.ts';
import type { Page } from '../page/use-page.ts';
import { copyText } from '../parts/copy-link.tsx';
import { plateTitle } from '../storage/plate-title.ts';
import { currentPlate, importPlates } from '../storage/saved-data.ts';
import { plateCsv, plateJson, platesJson, readPlatesFile } from './plate-file.ts';
import { plateTexts } from './plate-texts.ts';

// The buttons of the plate: print, copy CSV, download (names of the files), open a file, empty; and
// their texts.

const ENGLISH = {
  print: 'Print',
  copyCsv: 'Copy CSV',
  csvCopied: 'CSV copied',
  incomplete: 'Further nutrients are missing: the service does not send them now.',
  downloadCsv: 'Download CSV',
  downloadJson: 'Download JSON',
  downloadAll: 'Download all plates',
  allPlates: 'plates',
  openFile: 'Open a file',
  opened: (added: number, known: number, leftOut: number) =>
    [
      added === 1 ? '1 plate opened.' : `${added} plates opened.`,
      known > 0 && `${known} already here.`,
      leftOut > 0 && `No room for ${leftOut}: delete old plates first.`,
    ]
      .filter(Boolean)
      .join(' '),
  notAPlate: (file: string) => `${file} does not contain a plate in CSV or JSON.`,
  clearPlate: 'Clear',
};

const SPANISH: typeof ENGLISH = {
  print: 'Imprimir',
  copyCsv: 'Copiar CSV',
  csvCopied: 'CSV copiado',
  incomplete: 'Faltan otros nutrientes: el servicio no los envía ahora.',
  downloadCsv: 'Descargar CSV',
  downloadJson: 'Descargar JSON',
  downloadAll: 'Descargar todos los platos',
  allPlates: 'platos',
  openFile: 'Abrir un archivo',
  opened: (added, known, leftOut) =>
    [
      added === 1 ? '1 plato abierto.' : `${added} platos abiertos.`,
      known > 0 && `${known} ya estaban aquí.`,
      leftOut > 0 && `No hay sitio para ${leftOut}: elimina antes platos antiguos.`,
    ]
      .filter(Boolean)
      .join(' '),
  notAPlate: (file) => `${file} no contiene un plato en CSV o JSON.`,
  clearPlate: 'Vaciar',
};

const texts = () => inLanguage({ en: ENGLISH, es: SPANISH });

/** Without the mark, Excel takes UTF-8 for the code page of the machine. */
const BYTE_ORDER_MARK = '\u{feff}';

/** What else can be done with plates: files of one or all, paper, an empty one. */
export function PlateMenu({ page }: { readonly page: Page }) {
  const { dispatch, state } = page;
  const { plates } = state.saved;
  const hasFoods = currentPlate(state.saved).portions.length > 0;
  const [said, say] = useState('');

  function downloadAll(): void {
    const own = plates.filter(({ isGuest }) => isGuest !== true);
    download(`${texts().allPlates}.json`, 'application/json', platesJson(own));
  }

  return (
    <>
      <p class="actions">
        {hasFoods && <SavePlate page={page} say={say} />}
        {plates.length > 1 && (
          <button type="button" onClick={downloadAll}>
            {texts().downloadAll}
          </button>
        )}
        <OpenFile page={page} say={say} />
        {hasFoods && (
          <button type="button" class="danger" onClick={() => dispatch({ kind: 'plate/clear' })}>
            {texts().clearPlate}
          </button>
        )}
      </p>
      <p class="note" role="status">
        {said}
      </p>
    </>
  );
}

interface PartProps {
  readonly page: Page;
  /** Says what became of it. */
  readonly say: (text: string) => void;
}

/** The plate on paper, in the clipboard and in files. */
function SavePlate({ page, say }: PartProps) {
  const { service } = page;
  const { saved, offer } = page.state;
  const { columns } = offer;
  const plate = currentPlate(saved);
  const { portions } = plate;
  const name = plateTitle(plate, saved.plates);

  /** Makes a file or a copy of all that is known, and says where nutrients are missing. */
  async function save(put: (rows: Rows) => unknown): Promise<void> {
    const ids = portions.flatMap(({ food }) => food.id ?? []);
    const missing = ids.filter((id) => !page.state.rows.has(id));
    const more = await service.foods(missing).catch(() => undefined);
    const said = await put(new Map([...page.state.rows, ...(more ?? [])]));
    say([said, more === undefined && texts().incomplete].filter(Boolean).join(' '));
  }

  const csv = (rows: Rows) => plateCsv(portions, columns, rows);
  const copyCsv = async (rows: Rows) =>
    (await copyText(csv(rows))) ? texts().csvCopied : t().cannotCopy;
  const downloadCsv = (rows: Rows) =>
    download(`${fileNameOf(name)}.csv`, 'text/csv;charset=utf-8', BYTE_ORDER_MARK + csv(rows));
  const downloadJson = (rows: Rows) => {
    const sums = sumNutrients(portions, columns, rows);
    download(`${fileNameOf(name)}.json`, 'application/json', plateJson({ ...plate, name }, sums));
  };

  return (
    <>
      <button type="button" onClick={() => print()}>
        {texts().print}
      </button>
      <button type="button" onClick={() => save(copyCsv)}>
        {texts().copyCsv}
      </button>
      <button type="button" onClick={() => save(downloadCsv)}>
        {texts().downloadCsv}
      </button>
      <button type="button" onClick={() => save(downloadJson)}>
        {texts().downloadJson}
      </button>
    </>
  );
}

/** Opens the plates of a file. */
function OpenFile({ page, say }: PartProps) {
  const { saved, today } = page.state;
  const picker = useRef<HTMLInputElement>(null);

  async function open(files: FileList | null): Promise<void> {
    const file = files?.[0];
    if (file === undefined) return;
    const read = readPlatesFile(await file.text());
    if (picker.current !== null) picker.current.value = '';
    if (read === undefined) return say(texts().notAPlate(file.name));
    const plates = read.plates.map((plate) => ({
      ...plate,
      name: plate.name || (plate.day === '' ? file.name.replace(/\.\w+$/, '') : ''),
      day: plate.day || today,
    }));
    const { added, known, leftOut } = importPlates(saved, plates);
    page.dispatch({ kind: 'plate/import', plates });
    const unreadable = read.unreadable > 0 ? plateTexts().unreadableFoods(read.unreadable) : '';
    say(`${texts().opened(added, known, leftOut)} ${unreadable}`.trim());
  }

  return (
    <>
      <button type="button" onClick={() => picker.current?.click()}>
        {texts().openFile}
      </button>
      <input
        ref={picker}
        type="file"
        hidden
        accept=".csv,.json,text/csv,application/json"
        aria-label={texts().openFile}
        onChange={(event) => open(event.currentTarget.files)}
      />
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
