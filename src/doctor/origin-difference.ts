/** How a value of Access-Control-Allow-Origin differs from the right origin, as `cors check` says. */
export function originDifference(value: string, origin: string): string {
  if (value === '') return 'it is empty';
  if (value === 'null') return '"null" is the origin of files and sandboxed frames';
  if (value === origin.replace(/^\w+:\/\//, '')) return 'its scheme is missing';
  if (value.toLowerCase() === origin) return 'it differs in case, and an origin is lower case';
  if (value.startsWith(`${origin}/`)) {
    return value === `${origin}/`
      ? 'it ends with a slash, and an origin has none'
      : 'it has a path, and an origin has none';
  }
  if (value.includes('*')) return 'browsers support no patterns, only "*" by itself';
  if (!URL.canParse(value) || !URL.canParse(origin)) return 'it is a different origin';
  const [theirs, ours] = [new URL(value), new URL(origin)];
  if (theirs.hostname !== ours.hostname) return 'the host is different';
  if (theirs.protocol !== ours.protocol) return 'the scheme is different';
  if (theirs.port !== ours.port) return 'the port is different';
  return 'it includes the default port, which browsers leave out';
}
