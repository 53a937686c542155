import { LAB_ENGLISH, type LabTexts } from './lab-en.ts';

// Chooses the language of the lab.

let texts: LabTexts = LAB_ENGLISH;

/** The texts of the lab in the language of the page. */
export const labTexts = (): LabTexts => texts;

/**
 * Takes the language that the page has chosen, English where its texts do not come. To be called once,
 * before the lab is shown.
 */
export async function chooseLabLanguage(): Promise<void> {
  if (document.documentElement.lang !== 'es') return;
  texts = await import('./lab-es.ts').then(
    (module) => module.LAB_SPANISH,
    () => LAB_ENGLISH,
  );
}
