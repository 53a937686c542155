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

/** How long to wait between reloads of a page that lacks a part, to avoid a reload loop. */
const RELOAD_MS = 60_000;

/**
 * Reloads the page when a part of it failed to load: a browser does not retry a script while the
 * page is open. The address and the storage keep the state.
 */
function reloadForLostPart(): void {
  const reload = () => {
    // The reload uses the current address, so pending changes are written to it first.
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
