/**
 * A database address that is safe to show: the password between the user name and `@` is removed,
 * and so are password parameters. Accepts any text, since addresses that cannot be parsed are shown
 * too.
 */
export function withoutPassword(address: string): string {
  return address
    .replace(/^([a-z][a-z0-9+.-]*:\/\/[^:/?#@]*):.*@/i, '$1@')
    .replace(/([?&][^=&]*password=)[^&#]*/gi, '$1…');
}
