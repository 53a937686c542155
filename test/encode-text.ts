/** Encodings that tables are written in. */
export type Encoding =
  | 'utf-8'
  | 'utf-8 with mark'
  | 'windows-1252'
  | 'utf-16le'
  | 'utf-16be'
  | 'shift_jis';

/** Encodes text; characters missing from the encoding become question marks. */
export function encodeText(text: string, encoding: Encoding): Uint8Array {
  switch (encoding) {
    case 'utf-8':
      return Buffer.from(text);
    case 'utf-8 with mark':
      return Buffer.from(`\ufeff${text}`);
    case 'utf-16le':
      return Buffer.from(`\ufeff${text}`, 'utf16le');
    case 'utf-16be':
      return Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
    case 'windows-1252':
    case 'shift_jis':
      return bytesOf(encoding, text);
  }
}

const TABLES = new Map<string, ReadonlyMap<string, readonly number[]>>();

/** Returns the bytes of each character, found by decoding all byte sequences. */
function bytesOf(encoding: string, text: string): Uint8Array {
  let table = TABLES.get(encoding);
  if (table === undefined) {
    const decoder = new TextDecoder(encoding);
    const found = new Map<string, readonly number[]>();
    const add = (...bytes: number[]) => {
      const character = decoder.decode(new Uint8Array(bytes));
      if ([...character].length === 1 && character !== '\ufffd' && !found.has(character))
        found.set(character, bytes);
    };
    for (let one = 0; one < 256; one++) add(one);
    if (encoding === 'shift_jis')
      for (let one = 0x81; one < 0xfd; one++) for (let two = 0x40; two < 0xfd; two++) add(one, two);
    TABLES.set(encoding, found);
    table = found;
  }
  const known = table;
  return Buffer.from([...text].flatMap((character) => known.get(character) ?? [0x3f]));
}
