import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { stderr } from 'node:process';
import { Presets, SingleBar } from 'cli-progress';
import { download, removeKept } from '../../import/files/download.ts';

// Downloads a source for `import`, with a progress bar on a terminal.

/** A source that is downloaded, with a bar on a terminal. */
export class FetchedSource {
  readonly path: string;
  readonly #address: URL;
  readonly #folder: string;
  readonly #isKept: boolean;

  /** @param kept the folder where it stays until it is removed; without one, in a temporary folder */
  constructor(address: URL, kept: string | undefined) {
    this.#address = address;
    this.#isKept = kept !== undefined;
    if (kept !== undefined) mkdirSync(kept, { recursive: true });
    this.#folder = kept ?? mkdtempSync(join(tmpdir(), 'food-lookup-'));
    this.path = join(this.#folder, basename(address.pathname) || 'download');
  }

  /** @throws ImportError where it cannot be downloaded whole */
  async fetch(): Promise<void> {
    const isKept = this.#isKept;
    if (!stderr.isTTY) return download(this.#address, this.path, { isKept });
    const format = 'downloading {bar} {percentage} % of {total} bytes, {eta_formatted} to go';
    const bar = new SingleBar(
      { stream: stderr, format, clearOnComplete: true },
      Presets.shades_classic,
    );
    const onProgress = (bytes: number, total = bytes) => {
      // From what was kept on, so that the time left is that of the rest.
      if (!bar.isActive) bar.start(total, bytes);
      bar.setTotal(total);
      bar.update(bytes);
    };
    try {
      await download(this.#address, this.path, { onProgress, isKept });
    } finally {
      bar.stop();
    }
  }

  /** Deletes what was kept: it is imported. */
  async remove(): Promise<void> {
    if (this.#isKept) await removeKept(this.path);
  }

  /** Deletes what is not kept. */
  cleanUp(): void {
    if (!this.#isKept) rmSync(this.#folder, { recursive: true, force: true });
  }
}
