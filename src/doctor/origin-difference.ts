/** Says how the value of Access-Control-Allow-Origin differs from the origin it should equal. */
export function originDifference(value: string, origin: string): string {
  if (value === '') return 'it is empty';
  if (value === 'null') return '"null" is the origin of files and sandboxed frames';
  if (value === origin.replace(/^\w+:\/\//, '')) return 'it lacks the scheme';
  if (value.toLowerCase() === origin) return 'it differs in case, and an origin is lower case';
  if (value.startsWith(`${origin}/`)) {
    return value === `${origin}/`
      ? 'it ends with a slash, and an origin has none'
      : 'it has a path, and an origin has none';
  }
  if (value.includes('*')) return 'browsers know no patterns, only "*" alone';
  if (!URL.canParse(value) || !URL.canParse(origin)) return 'it is another origin';
  const [theirs, ours] = [new URL(value), new URL(origin)];
  if (theirs.hostname !== ours.hostname) return 'it is another host';
  if (theirs.protocol !== ours.protocol) return 'the scheme is another';
  if (theirs.port !== ours.port) return 'the port is another';
  return 'it writes the port that browsers leave out';
}
