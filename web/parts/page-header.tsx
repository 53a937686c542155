import type { ComponentChildren } from 'preact';

// The header of every page: the site's name, and links that keep the search and plate.

/** Shows the site's name, and the page's links beside it. */
export function PageHeader({ children }: { readonly children?: ComponentChildren }) {
  return (
    <header class="page-header">
      <p class="name">Food Lookup</p>
      {children}
    </header>
  );
}

/**
 * Adds the current fragment, with the search and plate, to a link within the site when it is
 * clicked.
 */
export function keepFragment(event: MouseEvent): void {
  if (event.currentTarget instanceof HTMLAnchorElement) event.currentTarget.hash = location.hash;
}
