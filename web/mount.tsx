import { type ComponentType, render } from 'preact';
import { type PageConfiguration, readPageConfiguration } from './page-configuration.ts';

/** Shows a page as soon as its configuration is read; without one, says what is missing. */
export async function mount(Page: ComponentType<PageConfiguration>): Promise<void> {
  const root = document.getElementById('app');
  if (root === null) throw new Error('The document has no element "app".');
  try {
    render(<Page {...(await readPageConfiguration())} />, root);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    render(
      <main class="message fault">
        <h1>This page is not set up</h1>
        <p>{reason}</p>
      </main>,
      root,
    );
  }
}
