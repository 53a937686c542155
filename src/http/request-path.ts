/** The part of an address before the `?`. */
export function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

/**
 * A path with a broken percent-encoding is the name of nothing, and is to be answered like any other
 * unknown path, headers and all. The router refuses it before any hook runs, so its percent signs
 * are made plain characters first; whatever stands behind the `?` is left as it is.
 */
export function mendPath(url: string): string {
  const path = pathOf(url);
  if (!path.includes('%')) return url;
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}
