import { keepFragment } from '../page-header.tsx';

interface OriginSwitchProps {
  /** The addresses of this page, each of another origin. */
  readonly pageUrls: readonly string[];
}

/** Loads this page from another of its addresses, which for the browser is another origin. */
export function OriginSwitch({ pageUrls }: OriginSwitchProps) {
  if (pageUrls.length < 2) return null;
  return (
    <nav class="origins" aria-label="Origins of this page">
      <p>Load the lab from</p>
      <ul>
        {pageUrls.map((url) => (
          <li key={url}>
            <a
              href={`${url}/lab.html`}
              onClick={keepFragment}
              aria-current={url === location.origin ? 'page' : undefined}
            >
              {url}
            </a>
          </li>
        ))}
      </ul>
      <p>Same files, same server, another host: for the browser, another origin.</p>
    </nav>
  );
}
