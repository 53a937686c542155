import { Connection } from '../connection.ts';
import { type CostlyRequest, FRESH, FRESH_LETTER } from './costly-request.ts';

const TIMEOUT_MS = 60_000;

/** Sends a request repeatedly, one after another, over as few connections as the server allows. */
export async function sendAgain(
  port: number,
  { bytes, answers }: CostlyRequest,
  times: number,
): Promise<void> {
  let connection: Connection | undefined;
  // The response to HEAD has a length but no body.
  const bodies = Array<boolean>(answers).fill(!bytes.toString('latin1', 0, 4).startsWith('HEAD'));
  for (let i = 0; i < times; i++) {
    connection ??= await Connection.open(port);
    const sending = { pieces: [freshened(bytes)], bodies, isLast: false };
    const exchange = await connection.exchange(sending, TIMEOUT_MS);
    if (exchange.end === 'hung') throw new Error(`No answer: ${bytes.toString('latin1', 0, 200)}`);
    if (exchange.end !== 'kept') connection.close();
    if (!connection.isOpen) connection = undefined;
  }
  connection?.close();
}

let sent = 0;

function freshened(bytes: Buffer): Buffer {
  if (!bytes.includes(FRESH)) return bytes;
  sent = (sent + 1) % 900_000;
  const letter = String.fromCharCode(0x61 + (sent % 26));
  const text = bytes.toString('latin1').replaceAll(FRESH, `-${100_000 + sent}`);
  return Buffer.from(text.replaceAll(FRESH_LETTER, letter), 'latin1');
}
