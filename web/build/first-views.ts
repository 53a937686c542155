import type { Plugin } from 'vite';

// Notes which modules a page needs at first, by which Vite's files are divided.

/** The pages that need a module before they load anything later, by its id. */
const pagesOf = new Map<string, Set<string>>();

/** Notes what each page imports, so that {@link isAtFirstIn} knows it. */
export function firstViews(): Plugin {
  return {
    name: 'first-views',
    buildEnd() {
      const note = (id: string, page: string) => {
        const pages = pagesOf.get(id) ?? new Set();
        if (pages.has(page)) return;
        pagesOf.set(id, pages.add(page));
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) note(imported, page);
      };
      for (const id of this.getModuleIds()) if (this.getModuleInfo(id)?.isEntry) note(id, id);
    },
  };
}

/** Whether a module is in the first view of these pages, and of no others. */
export function isAtFirstIn(id: string, ...pages: readonly string[]): boolean {
  const found = pagesOf.get(id);
  return found?.size === pages.length && pages.every((page) => found.has(page));
}
