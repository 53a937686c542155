import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import type { EncodedAnswer } from '../catalog/food-catalog.ts';
import { sendInternalError } from './errors.ts';

// Compresses long responses with br or gzip, a few at a time.

/** Shorter responses fit into one packet uncompressed. */
const MIN_BYTES = 1_024;

/**
 * The maximum number of responses being compressed in Node's thread pool, or waiting for it. Any
 * more are sent uncompressed.
 */
const MAX_COMPRESSING = 8;

/** The quality of Brotli, on a scale of 0 to 11. */
const BROTLI_QUALITY = 4;

const COMPRESS: Readonly<Record<Encoding, (body: Uint8Array) => Promise<Buffer>>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: promisify(gzip),
};

/**
 * Compresses a body into a buffer of its own. Node allocates short results within a 64 KiB block,
 * and a cached result would keep the whole block alive.
 */
export async function compress(encoding: Encoding, body: Uint8Array): Promise<Uint8Array> {
  const compressed = await COMPRESS[encoding](body);
  const own = Buffer.allocUnsafeSlow(compressed.length);
  compressed.copy(own);
  return own;
}

/**
 * Creates a sender that compresses answers, and keeps each result as long as the catalog keeps the
 * answer. A response is compressed if it is long, the caller accepts an encoding, and the result is
 * kept already or few responses are being compressed. All other headers must be set already.
 */
export function createCompression(): (answer: EncodedAnswer, reply: FastifyReply) => void {
  const results = new WeakMap<EncodedAnswer, Partial<Record<Encoding, Uint8Array>>>();
  let running = 0;
  const compressAnswer = async (answer: EncodedAnswer, encoding: Encoding, reply: FastifyReply) => {
    running += 1;
    try {
      const compressed = await compress(encoding, answer.body);
      results.set(answer, { ...results.get(answer), [encoding]: compressed });
      reply.header('content-encoding', encoding).send(compressed);
    } finally {
      running -= 1;
    }
  };
  return (answer, reply) => {
    const isLong = answer.body.length >= MIN_BYTES;
    const encoding = isLong ? chooseEncoding(reply.request.headers['accept-encoding']) : undefined;
    const ready = encoding && results.get(answer)?.[encoding];
    if (ready !== undefined) reply.header('content-encoding', encoding).send(ready);
    else if (encoding === undefined || running >= MAX_COMPRESSING) reply.send(answer.body);
    else compressAnswer(answer, encoding, reply).catch((error) => sendInternalError(reply, error));
  };
}

/** The encodings in order of preference. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The maximum number of accepted encodings that are read. Only about a dozen exist. */
const MAX_ENCODINGS = 32;

/**
 * Chooses the encoding that the caller prefers. On a tie, the first of `offered` wins (RFC 9110,
 * 12.5.3).
 */
export function chooseEncoding(
  acceptEncoding: string | undefined,
  offered: readonly Encoding[] = ENCODINGS,
): Encoding | undefined {
  if (acceptEncoding === undefined) return undefined;
  const weights = new Map(
    acceptEncoding
      .toLowerCase()
      .split(',', MAX_ENCODINGS)
      .map((part) => {
        const [name = '', weight = 'q=1'] = part.split(';').map((text) => text.trim());
        // RFC 9110: an old name for gzip (8.4.1.3), and weights up to 1 (12.4.2).
        const [, given = '0'] = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.exec(weight) ?? [];
        return [name === 'x-gzip' ? 'gzip' : name, Number(given)] as const;
      }),
  );
  let best: Encoding | undefined;
  let bestWeight = 0;
  for (const encoding of offered) {
    const weight = weights.get(encoding) ?? weights.get('*') ?? 0;
    if (weight > bestWeight) [best, bestWeight] = [encoding, weight];
  }
  return best;
}
