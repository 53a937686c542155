import { type ComponentType, render } from 'preact';
import { chooseLanguage, t, wantedLanguages } from '../languages/language.ts';
import { type PageConfiguration, readPageConfiguration } from '../service/page-server.ts';

// Mounts a page once its configuration and language are loaded. If the page is not set up, mounts a
// message.

/**
 * Mounts a page, or a message if its configuration is missing.
 *
 * @param loading - what else must be loaded first
 */
export async function mount(
  Page: ComponentType<PageConfiguration>,
  loading?: Promise<unknown>,
): Promise<void> {
  window.addEventListener('vite:preloadError', reloadForMissingPart);
  const root = document.getElementById('app');
  if (root === null) throw new Error('The document has no element "app".');
  const [configuration] = await Promise.all([
    readPageConfiguration(),
    chooseLanguage(wantedLanguages()),
    loading,
  ]);
  if (configuration !== undefined) return render(<Page {...configuration} />, root);
  render(
    <main class="message stack fault">
      <h1>{t().notSetUp}</h1>
      <p>{t().noConfiguration}</p>
    </main>,
    root,
  );
}

/** How long after a reload the page is not reloaded again, which prevents an endless loop. */
const RELOAD_MS = 60_000;

/**
 * Reloads the page after a part of it failed to load, since browsers do not retry a script while
 * the page is open. The state is in the URL and in storage.
 */
function reloadForMissingPart(): void {
  const reload = () => {
    // Writes pending changes to the URL, which the reload uses.
    window.dispatchEvent(new Event('pagehide'));
    location.reload();
  };
  if (!navigator.onLine) {
    window.addEventListener('online', reload, { once: true });
    return;
  }
  const visits = performance.getEntriesByType('navigation');
  const isReloaded = visits.some((visit) => 'type' in visit && visit.type === 'reload');
  if (!isReloaded || performance.now() >= RELOAD_MS) reload();
}
