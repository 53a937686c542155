import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

// Loads a part of the page when it is first shown, and retries after failures.

/**
 * A part of the page that is loaded when it is shown for the first time, or by `preload` before
 * that. Once loaded, it renders at once. A failed load is retried on the next render, and by each
 * `preload`, which never rejects.
 *
 * @param Fallback - what is drawn in place of a part that cannot be loaded
 * @param Before - what is drawn until it is loaded; nothing without
 * @throws while it is drawn, without a fallback, what kept it from being loaded: the boundary around
 *   it says so
 */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback?: ComponentType<NoInfer<Props>>,
  Before?: ComponentType<NoInfer<Props>>,
) {
  let Part: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  const request = async (): Promise<void> => {
    if (Part !== undefined) return;
    // Loaded twice at a time, it may come under two addresses, and the later would take the place of one
    // that is drawn, with what somebody has typed into it.
    loading ??= load()
      .then((loaded) => {
        Part = loaded;
      })
      .finally(() => {
        loading = undefined;
      });
    await loading;
  };
  const preload = () => request().catch(() => undefined);
  const isThere = () => Part !== undefined;
  function LazyPart(props: Props) {
    const [ended, setEnded] = useState<{ readonly error?: unknown }>({});
    const isDrawn = isThere();
    useEffect(() => {
      if (!isDrawn) {
        request()
          .then(
            () => ({}),
            (error) => ({ error }),
          )
          .then(setEnded);
      }
      // A finished load renders it with the same props, which is no reason to retry.
    }, [props]);
    if (Part !== undefined) return <Part {...props} />;
    if (!('error' in ended)) return Before === undefined ? null : <Before {...props} />;
    if (Fallback === undefined) throw ended.error;
    return <Fallback {...props} />;
  }
  return Object.assign(LazyPart, { preload, isThere });
}

/** Whether the load has finished, or failed with its error shown. */
export function useLoaded(isWanted: boolean, load: () => Promise<unknown>): boolean {
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    const end = () => setLoaded(true);
    if (isWanted) load().then(end, end);
  }, [isWanted]);
  return isLoaded;
}
