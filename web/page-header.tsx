import { t } from './languages/language.ts';

/** The name of the site. From the lab it leads back to the foods, which is what people come for. */
export function PageHeader({ here }: { readonly here: 'foods' | 'lab' }) {
  return (
    <header class="page-header">
      <p class="name">Food Lookup</p>
      {here === 'lab' && (
        <nav aria-label={t().pages}>
          <a href="./" onClick={keepFragment}>
            {t().foods}
          </a>
          <a href="lab.html" aria-current="page" onClick={keepFragment}>
            {t().lab.name}
          </a>
        </nav>
      )}
    </header>
  );
}

/**
 * For a link within the site: gives it the fragment that the page has at the time of the click, and
 * with it the search and the plate.
 */
export function keepFragment(event: MouseEvent): void {
  if (event.currentTarget instanceof HTMLAnchorElement) event.currentTarget.hash = location.hash;
}
