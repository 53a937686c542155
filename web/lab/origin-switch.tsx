import { keepFragment } from '../page-header.tsx';
import { labTexts } from './lab-language.ts';

// The links of the lab that load it from another address, which is another origin.

interface OriginSwitchProps {
  /** The addresses of this page, each of another origin. */
  readonly pageUrls: readonly string[];
}

/** Loads this page from another of its addresses, which for the browser is another origin. */
export function OriginSwitch({ pageUrls }: OriginSwitchProps) {
  if (pageUrls.length < 2) return null;
  return (
    <nav class="origins note" aria-label={labTexts().originsOfPage}>
      <p>{labTexts().loadFrom}</p>
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
      <p>{labTexts().sameFiles}</p>
    </nav>
  );
}
