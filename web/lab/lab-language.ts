import { inLanguage } from '../languages/language.ts';
import { LAB_ENGLISH, type LabTexts } from './lab-en.ts';

// Chooses the language of the lab.

let texts: LabTexts = LAB_ENGLISH;

/** The texts of the lab in the language of the page. */
export const labTexts = (): LabTexts => texts;

/**
 * Loads the texts in the language that the page has chosen, English where they do not come. To be
 * called once, before the lab is shown.
 */
export async function chooseLabLanguage(): Promise<void> {
  const load = inLanguage({
    en: async () => LAB_ENGLISH,
    es: async () => (await import('./lab-es.ts')).LAB_SPANISH,
  });
  texts = await load().catch(() => LAB_ENGLISH);
}
