import type { ComponentChildren } from 'preact';

// The header of the page: its name and links.

/** The name of the site, and beside it what a page leads to. */
export function PageHeader({ children }: { readonly children?: ComponentChildren }) {
  return (
    <header class="page-header">
      <p class="name">Food Lookup</p>
      {children}
    </header>
  );
}

/**
 * For a link within the site: on click, adds the page's current fragment, and with it the search
 * and the plate.
 */
export function keepFragment(event: MouseEvent): void {
  if (event.currentTarget instanceof HTMLAnchorElement) event.currentTarget.hash = location.hash;
}
