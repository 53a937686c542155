/**
 * The address of a database as it may be shown: what stands between a user's name and `@` is left
 * out, and so are the parameters that hold a password. Takes any text, since an address that cannot
 * be parsed is shown as well.
 */
export function withoutPassword(address: string): string {
  return address
    .replace(/^([a-z][a-z0-9+.-]*:\/\/[^:/?#@]*):.*@/i, '$1@')
    .replace(/([?&][^=&]*password=)[^&#]*/gi, '$1…');
}
