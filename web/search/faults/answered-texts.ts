import { inLanguage } from '../../languages/language.ts';

// What to say when the service refuses: blocked by CORS, too many requests, an error status.

const ENGLISH = {
  titles: {
    blocked: 'The browser withheld the answer',
    unreadable: 'This page cannot read the answer',
    query: 'The service cannot search for this',
  },
  status: (status: number) => `The service answered with status ${status}`,
  says: (reason: string) => `It says “${reason}”.`,
  unreadable: (apiUrl: string, message: string) =>
    `${apiUrl} sent a list, but not of foods. Is it a food service? Details: ${message}`,
  notFoods: (apiUrl: string) =>
    `That is not a food service. Check the API address of this page: ${apiUrl}`,
  changeSearch: 'Change the search.',
  askForAccess: 'It does not let you search: ask whoever runs it for access.',
  tooMany: 'Too many searches: wait a moment, then try again.',
  seeLog: 'See its log.',
  blocked: {
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
    seeInLab: 'See why in the CORS lab',
  },
};

const SPANISH: typeof ENGLISH = {
  titles: {
    blocked: 'El navegador retuvo la respuesta',
    unreadable: 'Esta página no puede leer la respuesta',
    query: 'El servicio no puede buscar esto',
  },
  status: (status) => `El servicio respondió con el estado ${status}`,
  says: (reason) => `Dice «${reason}».`,
  unreadable: (apiUrl, message) =>
    `${apiUrl} envió una lista que no es de alimentos. ¿Es un servicio de alimentos? Detalles: ${message}`,
  notFoods: (apiUrl) =>
    `Eso no es un servicio de alimentos. Comprueba la dirección que tiene esta página: ${apiUrl}`,
  changeSearch: 'Cambia la búsqueda.',
  askForAccess: 'No te deja buscar: pide acceso a quien lo administra.',
  tooMany: 'Demasiadas búsquedas: espera un momento e inténtalo de nuevo.',
  seeLog: 'Su registro dice más.',
  blocked: {
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
    seeInLab: 'Ver por qué en el laboratorio CORS',
  },
};

/** What to say of a service that answered, but not with foods that the page may read. */
export const answeredTexts = () => inLanguage({ en: ENGLISH, es: SPANISH });

/** What to do about an answer that is not a list of foods, by its HTTP status. */
export function adviceOnStatus(status: number, apiUrl: string): string {
  const texts = answeredTexts();
  if (status < 300 || status === 404) return texts.notFoods(apiUrl);
  switch (status) {
    case 400:
    case 414:
      return texts.changeSearch;
    case 401:
    case 403:
      return texts.askForAccess;
    case 429:
      return texts.tooMany;
    default:
      return texts.seeLog;
  }
}
