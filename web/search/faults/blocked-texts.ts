import { inLanguage } from '../../languages/language.ts';

const ENGLISH = {
  answered: (apiUrl: string, origin: string) =>
    `${apiUrl} answered, but it does not allow this page’s origin, ${origin}.`,
  exactList:
    'Whoever runs the service can allow it. The setting replaces the whole list, so include the origins that are already allowed:',
  addToList:
    'Whoever runs the service can add this origin to the allowed ones. The setting replaces the whole list:',
  keepOthers: 'Keep the other options that you start the service with.',
  localNetwork:
    'The service is on your local network. Browsers also ask you before a page may call it (Local Network Access): allow it when asked.',
  guide: 'The guide to blocked calls',
};

const SPANISH: typeof ENGLISH = {
  answered: (apiUrl, origin) =>
    `${apiUrl} respondió, pero no permite el origen de esta página, ${origin}.`,
  exactList:
    'Quien administra el servicio puede permitirlo. El ajuste sustituye toda la lista, así que incluye también los orígenes permitidos ahora:',
  addToList:
    'Quien administra el servicio puede añadir este origen a los que permite ahora. El ajuste sustituye toda la lista:',
  keepOthers: 'Conserva las demás opciones con las que inicias el servicio.',
  localNetwork:
    'El servicio está en tu red local. Los navegadores también te preguntan antes de que una página lo llame (acceso a la red local): permítelo cuando pregunten.',
  guide: 'La guía de llamadas bloqueadas (en inglés)',
};

/** What to do about blocked calls. */
export const blockedTexts = () => inLanguage({ en: ENGLISH, es: SPANISH });
