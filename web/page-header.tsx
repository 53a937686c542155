import { t } from './languages/language.ts';

interface PageHeaderProps {
  readonly here: 'foods' | 'lab';
}

/**
 * The name of the site and its pages. A link takes the fragment along as it is when it is followed,
 * and with it the search and the plate.
 */
export function PageHeader({ here }: PageHeaderProps) {
  const link = (name: PageHeaderProps['here'], href: string, text: string) => (
    <a href={href} aria-current={here === name ? 'page' : undefined} onClick={keepFragment}>
      {text}
    </a>
  );
  return (
    <header class="page-header">
      <p class="name">Food Lookup</p>
      <nav aria-label={t().pages}>
        {link('foods', './', t().foods)}
        {link('lab', 'lab.html', t().lab.name)}
      </nav>
    </header>
  );
}

/** For a link within the site: gives it the fragment that the page has at the time of the click. */
export function keepFragment(event: MouseEvent): void {
  if (event.currentTarget instanceof HTMLAnchorElement) event.currentTarget.hash = location.hash;
}
