interface PageHeaderProps {
  readonly here: 'foods' | 'lab';
}

/** Name and ways of the site. Links keep the fragment, and with it the search and the plate. */
export function PageHeader({ here }: PageHeaderProps) {
  const keepFragment = (event: MouseEvent) => {
    if (event.currentTarget instanceof HTMLAnchorElement) event.currentTarget.hash = location.hash;
  };
  const link = (name: PageHeaderProps['here'], href: string, text: string) => (
    <a href={href} aria-current={here === name ? 'page' : undefined} onClick={keepFragment}>
      {text}
    </a>
  );
  return (
    <header class="page-header">
      <p class="name">Food Lookup</p>
      <nav aria-label="Pages">
        {link('foods', './', 'Foods')}
        {link('lab', 'lab.html', 'CORS lab')}
      </nav>
    </header>
  );
}
