import { type ComponentType, render } from 'preact';
import { chooseLanguage, t } from './languages/language.ts';
import { type PageConfiguration, readPageConfiguration } from './page-configuration.ts';

// Shows a page once its configuration and language are loaded, or that it is not set up.

/**
 * Shows a page as soon as its configuration and language are there, and what it prepares in that
 * language; says what is missing.
 */
export async function mount(
  Page: ComponentType<PageConfiguration>,
  prepare?: () => Promise<void>,
): Promise<void> {
  const root = document.getElementById('app');
  if (root === null) throw new Error('The document has no element "app".');
  const [configuration] = await Promise.all([
    readPageConfiguration(),
    chooseLanguage(navigator.languages),
  ]);
  await prepare?.();
  if (configuration !== undefined) return render(<Page {...configuration} />, root);
  render(
    <main class="message fault">
      <h1>{t().notSetUp}</h1>
      <p>{t().noConfiguration}</p>
    </main>,
    root,
  );
}
