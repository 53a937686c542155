import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/**
 * A part of the page that is loaded when it is shown for the first time, or by `preload` before that.
 * Once it is there, it is drawn at once.
 *
 * @throws while it is drawn, what kept it from being loaded: the boundary around it says so
 */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let Part: ComponentType<Props> | undefined;
  const preload = async (): Promise<void> => {
    Part ??= await load();
  };
  function LazyPart(props: Props) {
    const [ended, setEnded] = useState<{ readonly error?: unknown }>({});
    const isThere = Part !== undefined;
    useEffect(() => {
      if (!isThere) {
        preload()
          .then(
            () => ({}),
            (error) => ({ error }),
          )
          .then(setEnded);
      }
    }, []);
    if ('error' in ended) throw ended.error;
    return Part === undefined ? null : <Part {...props} />;
  }
  return Object.assign(LazyPart, { preload });
}
