import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

type LazyProps<Props> = Props & { readonly load: () => Promise<ComponentType<Props>> };

/** A part of the page that is loaded when it is shown for the first time. */
export function Lazy<Props extends object>({ load, ...props }: LazyProps<Props>) {
  const [loaded, setLoaded] = useState<{ readonly Part: ComponentType<Props> }>();
  useEffect(() => {
    let isStale = false;
    void load().then((Part) => {
      if (!isStale) setLoaded({ Part });
    });
    return () => {
      isStale = true;
    };
  }, [load]);
  if (loaded === undefined) return null;
  const { Part } = loaded;
  return <Part {...(props as unknown as Props)} />;
}
