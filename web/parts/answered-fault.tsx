import { useEffect, useState } from 'preact/hooks';
import { inLanguage } from '../languages/language.ts';
import { type Explanation, explainPage } from '../service/page-server.ts';
import type { AnsweredFault as Answered } from '../service/search-fault.ts';
import { Fault } from './message.tsx';
import { keepFragment } from './page-header.tsx';

// The message if the service responded without foods, with its strings: advice, the setting to use,
// links.

interface AnsweredFaultProps {
  readonly fault: Answered;
  readonly apiUrl: string;
  readonly onRetry: () => void;
}

/** Explains why there are no foods although the service may be running. */
export function AnsweredFault({ fault, apiUrl, onRetry }: AnsweredFaultProps) {
  if (fault.kind === 'blocked') return <BlockedFault apiUrl={apiUrl} onRetry={onRetry} />;
  const texts = answeredTexts();
  const title = fault.kind === 'http' ? texts.status(fault.status) : texts.titles[fault.kind];
  return (
    <Fault title={title} onRetry={onRetry}>
      <p>{adviceOn(fault, apiUrl)}</p>
    </Fault>
  );
}

function adviceOn(fault: Exclude<Answered, { kind: 'blocked' }>, apiUrl: string): string {
  const texts = answeredTexts();
  if (fault.kind === 'unreadable') return texts.unreadable(apiUrl, fault.message);
  if (fault.kind === 'local-network') return texts.localNetwork(apiUrl);
  if (fault.kind === 'query') return `${texts.says(fault.message)} ${texts.changeSearch}`;
  const advice = adviceOnStatus(fault.status, apiUrl);
  return fault.reason === undefined ? advice : `${texts.says(fault.reason)} ${advice}`;
}

/**
 * Explains how to allow this page. The `--origin` shown replaces all allowed origins, so it must
 * include those allowed now.
 */
function BlockedFault({ apiUrl, onRetry }: Omit<AnsweredFaultProps, 'fault'>) {
  const [explained, setExplained] = useState<{ readonly explanation: Explanation | undefined }>();
  useEffect(() => {
    void explainPage().then((explanation) => setExplained({ explanation }));
  }, []);
  // The message is rendered all at once, so that the text does not move while it is being read.
  if (explained === undefined) return null;
  const { titles, blocked } = answeredTexts();
  const fix = explained.explanation?.fix;
  const origins = fix ?? [location.origin];
  const list = origins.join(', ');
  const lab = (
    <a href="lab.html" onClick={keepFragment}>
      {blocked.seeInLab}
    </a>
  );
  return (
    <Fault title={titles.blocked} onRetry={onRetry} more={lab}>
      <p>{blocked.answered(apiUrl, location.origin)}</p>
      <p>{fix === undefined ? blocked.addToList : blocked.exactList}</p>
      <pre>--origin {origins.length > 1 ? `'${list}'` : list}</pre>
      <p>{blocked.keepOthers}</p>
      <p>
        <a href="cors-guide.txt">{blocked.guide}</a>
      </p>
    </Fault>
  );
}

export const ENGLISH = {
  titles: {
    blocked: 'The browser withheld the response',
    unreadable: 'This page cannot read the response',
    query: 'The service cannot search for this',
    'local-network': 'The browser might not let this page call the service',
  },
  status: (status: number) => `The service answered with status ${status}`,
  says: (reason: string) => `It says “${reason}”.`,
  unreadable: (apiUrl: string, message: string) =>
    `${apiUrl} sent a list, but not of foods. Is it a food service? Details: ${message}`,
  notFoods: (apiUrl: string) =>
    `That is not a food service. Check the API URL of this page: ${apiUrl}`,
  localNetwork: (apiUrl: string) =>
    `${apiUrl} is on your own machine or network, and browsers ask for permission before a page from elsewhere calls it. Allow “local network access” in this page’s settings in the browser, then try again. If access is already allowed, no service answers there.`,
  changeSearch: 'Change the search.',
  askForAccess: 'It does not let you search: ask its operator for access.',
  tooMany: 'Too many searches: wait a moment, then try again.',
  seeLog: 'See its log.',
  blocked: {
    answered: (apiUrl: string, origin: string) =>
      `${apiUrl} answered, but it does not allow this page’s origin, ${origin}.`,
    exactList:
      'The operator of the service can allow it. The setting replaces the whole list, so it also names the origins allowed now:',
    addToList:
      'The operator of the service can add this origin to the allowed ones. The setting replaces the whole list, so name the others too:',
    keepOthers: 'Keep the other options that you start the service with.',
    guide: 'The guide to blocked calls',
    seeInLab: 'See why in the CORS lab',
  },
};

export const SPANISH: typeof ENGLISH = {
  titles: {
    blocked: 'El navegador retuvo la respuesta',
    unreadable: 'Esta página no puede leer la respuesta',
    query: 'El servicio no puede buscar esto',
    'local-network': 'Puede que el navegador no deje que esta página llame al servicio',
  },
  status: (status) => `El servicio respondió con el estado ${status}`,
  says: (reason) => `Dice «${reason}».`,
  unreadable: (apiUrl, message) =>
    `${apiUrl} envió una lista que no es de alimentos. ¿Es un servicio de alimentos? Detalles: ${message}`,
  notFoods: (apiUrl) =>
    `Eso no es un servicio de alimentos. Comprueba la dirección que tiene esta página: ${apiUrl}`,
  localNetwork: (apiUrl) =>
    `${apiUrl} está en tu equipo o en tu red, y los navegadores piden permiso antes de que una página de fuera lo llame. Permite el «acceso a la red local» en los ajustes de esta página en el navegador e inténtalo de nuevo. Si el acceso ya está permitido, ningún servicio responde allí.`,
  changeSearch: 'Cambia la búsqueda.',
  askForAccess: 'No te deja buscar: pide acceso a quien lo administra.',
  tooMany: 'Demasiadas búsquedas: espera un momento e inténtalo de nuevo.',
  seeLog: 'Consulta su registro.',
  blocked: {
    answered: (apiUrl, origin) =>
      `${apiUrl} respondió, pero no permite el origen de esta página, ${origin}.`,
    exactList:
      'Quien administra el servicio puede permitirlo. El ajuste sustituye toda la lista, así que incluye también los orígenes permitidos ahora:',
    addToList:
      'Quien administra el servicio puede añadir este origen a los que permite ahora. El ajuste sustituye toda la lista, así que nombra también los demás:',
    keepOthers: 'Conserva las demás opciones con las que inicias el servicio.',
    guide: 'La guía de llamadas bloqueadas (en inglés)',
    seeInLab: 'Ver por qué en el laboratorio CORS',
  },
};

const answeredTexts = () => inLanguage({ en: ENGLISH, es: SPANISH });

/** Returns advice on a response that is not a list of foods, by its HTTP status. */
export function adviceOnStatus(status: number, apiUrl: string): string {
  const texts = answeredTexts();
  if (status < 300 || status === 404) return texts.notFoods(apiUrl);
  if (status === 400 || status === 414) return texts.changeSearch;
  if (status === 401 || status === 403) return texts.askForAccess;
  return status === 429 ? texts.tooMany : texts.seeLog;
}
