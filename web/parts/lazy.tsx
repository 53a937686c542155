import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

// Loads a part of the page when it is first shown, and retries after failures.

/**
 * Returns a component that loads when first shown, or earlier through `preload`, and then renders
 * synchronously. After a failure, the next render or `preload` loads it again. `preload` never
 * rejects.
 *
 * @param name - the name under which the file exports the component
 * @param Fallback - rendered if the component cannot be loaded
 * @param Before - rendered while it loads; nothing if missing
 * @throws the error of a failed load, thrown while rendering if there is no fallback, so that the
 *   boundary around the component shows it
 */
export function lazy<File, Name extends keyof File>(
  load: () => Promise<File>,
  name: Name,
  Fallback?: ComponentType<PropsOf<File[Name]>>,
  Before?: ComponentType<PropsOf<File[Name]>>,
) {
  let Part: ComponentType<PropsOf<File[Name]>> | undefined;
  let loading: Promise<void> | undefined;
  const request = async (): Promise<void> => {
    if (Part !== undefined) return;
    // Two loads at once might return two different components. The second would replace the first
    // on the screen, and typed input would be lost.
    loading ??= load()
      .then((loaded) => {
        const part: unknown = loaded[name];
        if (isPart<PropsOf<File[Name]>>(part)) Part = part;
      })
      .finally(() => {
        loading = undefined;
      });
    await loading;
  };
  const preload = () => request().catch(() => undefined);
  const hasLoaded = () => Part !== undefined;
  function LazyPart(props: PropsOf<File[Name]>) {
    const [ended, setEnded] = useState<{ readonly error?: unknown }>({});
    const isDrawn = hasLoaded();
    useEffect(() => {
      if (!isDrawn)
        request().then(
          () => setEnded({}),
          (error) => setEnded({ error }),
        );
      // The render after a load has the same props, so it does not trigger a retry.
    }, [props]);
    if (Part !== undefined) return <Part {...props} />;
    if (!('error' in ended)) return Before === undefined ? null : <Before {...props} />;
    if (Fallback === undefined) throw ended.error;
    return <Fallback {...props} />;
  }
  return Object.assign(LazyPart, { preload, hasLoaded });
}

/** Stands in for a part that the page can do without. */
export const nothing = () => null;

type PropsOf<Part> = Part extends (props: infer Props extends object) => unknown ? Props : never;

function isPart<Props>(part: unknown): part is ComponentType<Props> {
  return typeof part === 'function';
}

/** Returns whether the load has finished, or failed. */
export function useLoaded(isWanted: boolean, load: () => Promise<unknown>): boolean {
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    const end = () => setLoaded(true);
    if (isWanted) load().then(end, end);
  }, [isWanted]);
  return isLoaded;
}
