/** The code point whose UTF-8 form begins at `at`. */
export function codePointAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return lead;
  if (lead < 0xe0) return ((lead & 0x1f) << 6) | tail(bytes, at + 1);
  if (lead < 0xf0) return ((lead & 0x0f) << 12) | (tail(bytes, at + 1) << 6) | tail(bytes, at + 2);
  return (
    ((lead & 0x07) << 18) |
    (tail(bytes, at + 1) << 12) |
    (tail(bytes, at + 2) << 6) |
    tail(bytes, at + 3)
  );
}

/** The length in bytes of the code point that begins with this byte. */
export function codePointLength(lead: number): number {
  if (lead < 0x80) return 1;
  return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

/** Where the code point that ends before `at` begins. */
export function previousCodePointStart(bytes: Uint8Array, at: number): number {
  let start = at - 1;
  while (((bytes[start] ?? 0) & 0xc0) === 0x80) start--;
  return start;
}

/** Where the last code points before `at` begin, so many or as many as there are behind `start`. */
export function startOfLast(bytes: Uint8Array, start: number, at: number, count: number): number {
  let from = at;
  for (let i = 0; i < count && from > start; i++) from = previousCodePointStart(bytes, from);
  return from;
}

/** Where the first code points from `at` end, so many or as many as there are before `end`. */
export function endOfFirst(bytes: Uint8Array, at: number, end: number, count: number): number {
  let to = at;
  for (let i = 0; i < count && to < end; i++) to += codePointLength(bytes[to] ?? 0);
  return to;
}

/** Where `wanted` first stands between `start` and `end`; -1 where it does not. */
export function indexOfBytes(
  bytes: Uint8Array,
  start: number,
  end: number,
  wanted: Uint8Array,
): number {
  const first = wanted[0];
  const last = end - wanted.length;
  for (let at = start; at <= last; at++) {
    if (bytes[at] === first && equalsAt(bytes, at, wanted)) return at;
  }
  return -1;
}

/** Whether `wanted` stands at `at`, which leaves room for it. */
export function equalsAt(bytes: Uint8Array, at: number, wanted: Uint8Array): boolean {
  for (let i = 0; i < wanted.length; i++) {
    if (bytes[at + i] !== wanted[i]) return false;
  }
  return true;
}

function tail(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) & 0x3f;
}
