import { useState } from 'preact/hooks';
import type { Portion } from './plate.ts';
import { plateCsv } from './plate-csv.ts';

interface PlateExportProps {
  readonly portions: readonly Portion[];
  /** The address at which this plate is found again. */
  readonly link: () => string;
}

/** Ways to take the plate along: as a link, as CSV copied, as a CSV file. */
export function PlateExport({ portions, link }: PlateExportProps) {
  const [said, say] = useState('');

  async function copy(text: string, what: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      say(`${what} copied`);
    } catch {
      // Over plain HTTP from another machine, browsers have no clipboard for pages.
      say('The browser lets no page copy here: use the download, or the address bar');
    }
  }

  return (
    <div class="plate-export">
      <p class="actions">
        <button type="button" onClick={() => copy(link(), 'Link')}>
          Copy link
        </button>
        <button type="button" onClick={() => copy(plateCsv(portions), 'CSV')}>
          Copy CSV
        </button>
        <button type="button" onClick={() => download(plateCsv(portions))}>
          Download CSV
        </button>
      </p>
      <p role="status">{said}</p>
    </div>
  );
}

function download(csv: string): void {
  // Without the mark, Excel takes UTF-8 for the code page of the machine.
  const url = URL.createObjectURL(new Blob(['\u{feff}', csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'plate.csv';
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url));
}
