import { type ComponentType, render } from 'preact';
import { chooseLanguage, t, wantedLanguages } from '../languages/language.ts';
import { type PageConfiguration, readPageConfiguration } from '../service/page-configuration.ts';

// Shows a page once its configuration and language are loaded, or that it is not set up.

/**
 * Shows a page as soon as its configuration and language are there, and what it prepares in that
 * language; says what is missing.
 */
export async function mount(
  Page: ComponentType<PageConfiguration>,
  prepare?: () => Promise<void>,
): Promise<void> {
  window.addEventListener('vite:preloadError', reloadForLostPart);
  const root = document.getElementById('app');
  if (root === null) throw new Error('The document has no element "app".');
  const [configuration] = await Promise.all([
    readPageConfiguration(),
    chooseLanguage(wantedLanguages()),
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

/** A page that lacks a part is not loaded again and again: so long it waits in between. */
const RELOAD_MS = 60_000;

/**
 * Loads the page again when a part of it did not come: a browser tries no script twice as long as the
 * page is open. The address and the storage have all that was done.
 */
function reloadForLostPart(): void {
  const reload = () => {
    // What is loaded is the address of now: what is still to be written to it comes first.
    window.dispatchEvent(new Event('pagehide'));
    location.reload();
  };
  if (!navigator.onLine) {
    window.addEventListener('online', reload, { once: true });
    return;
  }
  const state: unknown = history.state;
  const last = typeof state === 'object' && state !== null ? Reflect.get(state, 'reloadedAt') : 0;
  if (Date.now() - Number(last ?? 0) < RELOAD_MS) return;
  history.replaceState({ ...history.state, reloadedAt: Date.now() }, '');
  reload();
}
