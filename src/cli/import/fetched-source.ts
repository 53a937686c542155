import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { stderr } from 'node:process';
import { Presets, SingleBar } from 'cli-progress';
import { download } from './download.ts';

// Downloads a source for `import`, with a progress bar on a terminal.

/** A source that is downloaded into a temporary folder, with a bar on a terminal. */
export class FetchedSource {
  readonly path: string;
  readonly #address: URL;
  readonly #folder = mkdtempSync(join(tmpdir(), 'food-lookup-'));

  constructor(address: URL) {
    this.#address = address;
    this.path = join(this.#folder, basename(address.pathname) || 'download');
  }

  /** @throws ImportError where it cannot be downloaded whole */
  async fetch(): Promise<void> {
    if (!stderr.isTTY) return download(this.#address, this.path);
    const format = 'downloading {bar} {percentage} % of {total} bytes, {eta_formatted} to go';
    const bar = new SingleBar(
      { stream: stderr, format, clearOnComplete: true },
      Presets.shades_classic,
    );
    try {
      await download(this.#address, this.path, (bytes, total = bytes) => {
        if (!bar.isActive) bar.start(total, bytes);
        bar.setTotal(total);
        bar.update(bytes);
      });
    } finally {
      bar.stop();
    }
  }

  cleanUp(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
