import { useRef } from 'preact/hooks';
import type { Rows } from '../foods/food.ts';
import { sumNutrients } from '../foods/nutrients.ts';
import { inLanguage, t } from '../languages/language.ts';
import type { Page } from '../page/use-page.ts';
import { Button } from '../parts/controls.tsx';
import { copyText } from '../parts/copy-link.tsx';
import { currentPlate, plateTitle, type SavedData } from '../storage/saved-data.ts';
import { plateCsv, plateJson, platesJson, readPlatesFile } from './plate-file.ts';

// Buttons that print, copy and save the plate and open files, with their strings. Names the files.

export const ENGLISH = {
  print: 'Print',
  copyCsv: 'Copy CSV',
  csvCopied: 'CSV copied',
  incomplete: 'Other nutrients are missing: the service is not sending them.',
  downloadCsv: 'Download CSV',
  downloadJson: 'Download JSON',
  allPlates: 'plates',
  openFile: 'Open a file',
  notAPlate: (file: string) => `${file} does not contain a plate in CSV or JSON.`,
};

export const SPANISH: typeof ENGLISH = {
  print: 'Imprimir',
  copyCsv: 'Copiar CSV',
  csvCopied: 'CSV copiado',
  incomplete: 'Faltan otros nutrientes: el servicio no los envía ahora.',
  downloadCsv: 'Descargar CSV',
  downloadJson: 'Descargar JSON',
  allPlates: 'platos',
  openFile: 'Abrir un archivo',
  notAPlate: (file) => `${file} no contiene un plato en CSV o JSON.`,
};

const texts = () => inLanguage({ en: ENGLISH, es: SPANISH });

/** Without a byte-order mark, Excel decodes UTF-8 using the system's code page. */
const BYTE_ORDER_MARK = '\u{feff}';

interface PartProps {
  readonly page: Page;
  /** Shows a message with the outcome. */
  readonly say: (text: string) => void;
}

/** Buttons to print, copy and download the plate. */
export function SavePlate({ page, say }: PartProps) {
  const { service } = page;
  const { saved, schema } = page.state;
  const { columns } = schema;
  const plate = currentPlate(saved);
  const { portions } = plate;
  const name = plateTitle(plate, saved.plates);

  /** Saves or copies the plate, and says so if some nutrients could not be loaded. */
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
    download(`${fileNameOf(name)}.json`, 'application/json', plateJson(plate, sums));
  };

  return (
    <>
      <Button onClick={() => print()}>{texts().print}</Button>
      <Button onClick={() => save(copyCsv)}>{texts().copyCsv}</Button>
      <Button onClick={() => save(downloadCsv)}>{texts().downloadCsv}</Button>
      <Button onClick={() => save(downloadJson)}>{texts().downloadJson}</Button>
    </>
  );
}

/** Adds the plates of a file. */
export function OpenFile({ page, say }: PartProps) {
  const { today } = page.state;
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
    say('');
    page.dispatch({ kind: 'plate/import', plates, unreadable: read.unreadable });
  }

  return (
    <>
      <Button onClick={() => picker.current?.click()}>{texts().openFile}</Button>
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

/** Returns a file name without characters that some file systems forbid. */
function fileNameOf(name: string): string {
  return (
    name
      .replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim() || 'plate'
  );
}

/** Downloads text as a file. */
function download(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Revokes the URL later, when the browser has started to read the file.
  setTimeout(() => URL.revokeObjectURL(url));
}

/** Downloads all plates except guest plates as one file. */
export function downloadAll({ plates }: SavedData): void {
  const own = plates.filter(({ isGuest }) => isGuest !== true);
  download(`${texts().allPlates}.json`, 'application/json', platesJson(own));
}
