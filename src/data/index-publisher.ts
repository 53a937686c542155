import { createHash } from 'node:crypto';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { EntrySource } from '../catalog/entry-store.ts';
import { encodeDiff } from '../catalog/table/catalog-diff.ts';
import { type CatalogData, encodeParts } from '../catalog/table/catalog-file.ts';
import { messageOf } from '../errors/user-error.ts';
import { codeHashes, readVersion } from '../settings/build-info.ts';
import { BackOff } from './back-off.ts';
import { labelOf } from './index-file.ts';
import {
  changesFileOf,
  encodeManifest,
  fileOf,
  MANIFEST,
  type Manifest,
  type PublishedChanges,
  type PublishedIndex,
  previousToKeep,
  type ReadManifest,
  readManifest,
} from './index-manifest.ts';
import { type IndexStorage, openStorage } from './index-storage.ts';

// Publishes indexes (`food-lookup index --follow`) for services that follow them. Keeps a few
// previous indexes, and gives way to another builder with newer data.

/** How long an upload may take. */
const SENDING_MS = 3_600_000;
/** How many bytes of an index are hashed and sent at a time. */
const SENT_BYTES = 2 ** 20;
/** Statuses that storage sends if another builder was faster. S3 also uses 409. */
const CONFLICTS: readonly number[] = [412, 409];
const MAX_TRIES = 5;
/**
 * If changes are larger than this share of the index, they are not published, and services load the
 * index.
 */
const MAX_CHANGES_SHARE = 0.5;

interface ReadData {
  readonly data: CatalogData;
  /** The time when the read of the table began. */
  readonly readAt: Date;
}

/** Publishes the latest index. If that fails, keeps the published index and retries. */
export class IndexPublisher {
  readonly #storage: IndexStorage;
  readonly #source: EntrySource;
  readonly #logger: Logger;
  readonly #closing = new AbortController();
  #next: ReadData | undefined;
  /** The last published index. */
  #last: { readonly sha256: string; readonly data: CatalogData } | undefined;
  #publishing: Promise<void> | undefined;

  constructor(location: string, source: EntrySource, logger: Logger) {
    this.#storage = openStorage(location);
    this.#source = source;
    this.#logger = logger;
  }

  /** Publishes this data. Resolves once it, or newer data, is published, or after {@link close}. */
  async publish(data: CatalogData, readAt: Date): Promise<void> {
    this.#next = { data, readAt };
    this.#publishing ??= this.#publishAll();
    await this.#publishing;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#publishing;
  }

  async #publishAll(): Promise<void> {
    const backOff = new BackOff();
    let reason: string | undefined;
    for (let next = this.#next; next !== undefined; next = this.#next) {
      try {
        await this.#publish(next);
        if (next === this.#next) this.#next = undefined;
        backOff.reset();
        reason = undefined;
      } catch (error) {
        const { signal } = this.#closing;
        if (signal.aborted) break;
        // Logged once per reason, not per attempt.
        if (reason !== messageOf(error)) {
          reason = messageOf(error);
          this.#logger.error(
            { event: 'publish-failed' },
            `${this.#storage.name}: the index is not published (${reason}). Trying again`,
          );
        }
        await setTimeout(backOff.next(), undefined, { signal }).catch(() => {});
      }
    }
    this.#publishing = undefined;
  }

  async #publish(reading: ReadData): Promise<void> {
    let known = await readManifest(this.#storage, this.#closing.signal);
    if (this.#isDone(reading, known)) return;
    const index = await this.#send(reading, known?.manifest.current);
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const before = previousToKeep(index, known?.manifest);
      const response = await this.#put(MANIFEST, encodeManifest(index, before), {
        'content-type': 'application/json',
        // Makes caches revalidate the manifest.
        'cache-control': 'no-cache',
        ...(known === undefined
          ? { 'if-none-match': '*' }
          : known.etag && { 'if-match': known.etag }),
      });
      if (!CONFLICTS.includes(response.status)) {
        refuseFailed(response);
        const text = `${this.#storage.name}: ${index.foods} foods published, ${index.bytes} bytes`;
        this.#logger.info({ event: 'index-published', foods: index.foods }, text);
        this.#last = { sha256: index.sha256, data: reading.data };
        return this.#removeOthers(known?.manifest, [index, ...before]);
      }
      known = await readManifest(this.#storage, this.#closing.signal);
      if (this.#isDone(reading, known)) return;
    }
    throw new Error('other builders keep replacing the manifest');
  }

  /** Whether this data, or newer data by another builder, is already published. */
  #isDone({ data, readAt }: ReadData, known: ReadManifest | undefined): boolean {
    if (known === undefined) return false;
    const { label, revision, time, sha256 } = known.manifest.current;
    if (label === labelOf(this.#source) && revision === data.rows.revision) {
      this.#last = { sha256, data };
      return true;
    }
    // Times in the future are ignored: the other builder's clock may run ahead.
    return Date.parse(time) > readAt.getTime() && Date.parse(time) <= Date.now();
  }

  /**
   * Uploads an index before the manifest names it.
   *
   * @param before the published index
   */
  async #send({ data, readAt }: ReadData, before: PublishedIndex | undefined) {
    const label = labelOf(this.#source);
    // The mark belongs to one database. Without it, the same data produces the same bytes.
    const parts = encodeParts(data, { label, mark: '' });
    const hash = createHash('sha256');
    let bytes = 0;
    for (const piece of piecesOf(parts)) {
      hash.update(piece);
      bytes += piece.length;
      // Yields to the event loop, for example to handle a signal to stop.
      await setImmediate();
    }
    const index: PublishedIndex = {
      sha256: hash.digest('hex'),
      bytes,
      foods: data.rows.starts.length - 1,
      revision: data.rows.revision,
      time: readAt.toISOString(),
      code: codeHashes().index,
      version: readVersion(),
      label,
      language: this.#source.language ?? 'english',
    };
    const pieces = piecesOf(parts);
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull: (controller) => {
        const { done, value } = pieces.next();
        if (done) controller.close();
        // The type of the stream requires a copy that is not in shared memory.
        else controller.enqueue(value.slice());
      },
    });
    // Fetch does not know the length of a stream, but object stores require it.
    refuseFailed(await this.#put(fileOf(index), body, { 'content-length': String(bytes) }));
    if (before === undefined || before.sha256 !== this.#last?.sha256) return index;
    const changes = await encodeDiff(this.#last.data, data, label);
    const size = changes.reduce((sum, { length }) => sum + length, 0);
    if (size > bytes * MAX_CHANGES_SHARE) return index;
    return { ...index, changes: await this.#sendChanges(index, before, Buffer.concat(changes)) };
  }

  async #sendChanges(
    index: PublishedIndex,
    { sha256: from }: PublishedIndex,
    file: Buffer<ArrayBuffer>,
  ): Promise<PublishedChanges> {
    const bytes = file.length;
    const sha256 = createHash('sha256').update(file).digest('hex');
    refuseFailed(await this.#put(changesFileOf(index), file, { 'content-length': String(bytes) }));
    return { from, sha256, bytes };
  }

  #put(
    file: string,
    body: ReadableStream<Uint8Array<ArrayBuffer>> | Buffer<ArrayBuffer> | string,
    headers: Record<string, string>,
  ): Promise<Response> {
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(SENDING_MS)]);
    return this.#storage.send(file, { method: 'PUT', body, headers, signal });
  }

  /** Removes indexes that the manifest no longer names, if the storage allows it. */
  async #removeOthers(old: Manifest | undefined, left: readonly PublishedIndex[]): Promise<void> {
    const filesOf = (indexes: readonly PublishedIndex[]) =>
      indexes.flatMap((index) => [fileOf(index), ...(index.changes ? [changesFileOf(index)] : [])]);
    const named = filesOf(left);
    const others = old === undefined ? [] : filesOf([old.current, ...old.before]);
    for (const file of others.filter((one) => !named.includes(one))) {
      await this.#storage
        .send(file, { method: 'DELETE', signal: this.#closing.signal })
        .catch(() => {});
    }
  }
}

function* piecesOf(parts: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const part of parts) {
    for (let at = 0; at < part.length; at += SENT_BYTES) {
      yield part.subarray(at, at + SENT_BYTES);
    }
  }
}

function refuseFailed({ ok, status }: Response): void {
  if (!ok) throw new Error(`the server answered PUT with status ${status}`);
}
