import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

type Load<Props> = () => Promise<ComponentType<Props>>;
type LazyProps<Props> = Props & { readonly load: Load<Props> };

/** A part of the page that is loaded when it is shown for the first time. */
export function Lazy<Props extends object>({ load, ...props }: LazyProps<Props>) {
  const [loaded, setLoaded] = useState<{ load: Load<Props>; Part: ComponentType<Props> }>();
  useEffect(() => {
    let isStale = false;
    void load().then((Part) => {
      if (!isStale) setLoaded({ load, Part });
    });
    return () => {
      isStale = true;
    };
  }, [load]);
  // The part before this one may still be here. It takes other properties.
  if (loaded?.load !== load) return null;
  const { Part } = loaded;
  return <Part {...(props as unknown as Props)} />;
}
