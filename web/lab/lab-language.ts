import { inLanguage } from '../languages/language.ts';
import { LAB_ENGLISH, type LabTexts } from './lab-en.ts';

// Chooses the language of the lab.

let texts: LabTexts = LAB_ENGLISH;

/** Returns the texts of the lab in the page's language. */
export const labTexts = (): LabTexts => texts;

/**
 * Loads the texts in the page's language, or English if they fail to load. Call it once, before the
 * lab is shown.
 */
export async function chooseLabLanguage(): Promise<void> {
  const load = inLanguage({
    en: async () => LAB_ENGLISH,
    es: async () => (await import('./lab-es.ts')).LAB_SPANISH,
  });
  texts = await load().catch(() => LAB_ENGLISH);
}
