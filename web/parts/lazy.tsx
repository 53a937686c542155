import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

type Load<Props> = () => Promise<ComponentType<Props>>;
type LazyProps<Props> = Props & { readonly load: Load<Props> };
type Loaded<Props> =
  | { readonly load: Load<Props>; readonly Part: ComponentType<Props> }
  | { readonly load: Load<Props>; readonly error: unknown };

/**
 * A part of the page that is loaded when it is shown for the first time.
 *
 * @throws while it is drawn, what kept it from being loaded: the boundary around it says so
 */
export function Lazy<Props extends object>({ load, ...props }: LazyProps<Props>) {
  const [loaded, setLoaded] = useState<Loaded<Props>>();
  useEffect(() => {
    let isStale = false;
    const set = (next: Loaded<Props>) => {
      if (!isStale) setLoaded(next);
    };
    load().then(
      (Part) => set({ load, Part }),
      (error) => set({ load, error }),
    );
    return () => {
      isStale = true;
    };
  }, [load]);
  // The part before this one may still be here. It takes other properties.
  if (loaded?.load !== load) return null;
  if ('error' in loaded) throw loaded.error;
  const { Part } = loaded;
  return <Part {...(props as unknown as Props)} />;
}
