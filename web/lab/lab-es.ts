import { inLanguage } from '../languages/language.ts';
import { LAB_ENGLISH } from './lab-en.ts';

// All strings of the lab in Spanish, and the choice of its language.

export const LAB_SPANISH: typeof LAB_ENGLISH = {
  pages: 'Páginas',
  title: '¿Qué puede leer un script?',
  originsAre: 'El origen de esta página y el del servicio:',
  isSame: 'Son el mismo, así que CORS no interviene.',
  differ: 'Son distintos, así que un script de aquí solo lee lo que el servicio permite.',
  originsOfPage: 'Orígenes de esta página',
  loadFrom: 'Cargar el laboratorio desde',
  sameFiles: 'Los mismos archivos, el mismo servidor, otro host: para el navegador, otro origen.',
  search: 'Búsqueda',
  sendAll: 'Enviar las cuatro',
  sending: 'Enviando',
  answersAreIn: 'Han llegado las respuestas',
  looksTheSame:
    'Para un script, un servicio caído es igual que una respuesta bloqueada. La consola y el panel de red del navegador muestran la diferencia.',
  verdicts: {
    read: 'Leída',
    opaque: 'Opaca',
    blocked: 'Bloqueada',
    refused: 'No enviada',
    unreachable: 'Sin respuesta',
  },
  experiments: {
    cors: 'Modo cors, el predeterminado',
    header: 'Una cabecera personalizada',
    'no-cors': 'Modo no-cors',
    'same-origin': 'Modo same-origin',
  },
  scriptSaw: 'El script vio',
  stepByStep: 'Paso a paso',
  theBrowser: 'El navegador',
  onTheWire: 'En la red',
  rulesAtWork: 'Reglas aplicadas',
  rule: (number) => `Regla ${number}`,
  mode: 'Modo',
  seen: {
    error: 'error',
    answer: 'respuesta',
    nothingAtAll: 'ni tipo, ni estado, ni cabeceras, ni cuerpo',
    type: 'tipo',
    status: 'estado',
    headers: 'cabeceras',
    body: 'cuerpo',
    none: 'ninguna',
    nothing: 'nada',
    though: (status) => `, aunque se envió ${status}`,
    ofSent: (count) => `, de ${count} cabeceras enviadas`,
  },
  wire: {
    openTools: 'Abre el panel de red del navegador para ver peticiones y respuestas.',
    nothingSent: 'No se envió nada.',
    toPreflight: 'respuesta a la consulta previa',
  },
  fix: {
    toFix: 'Para arreglarlo:',
    useCors: 'Usa el modo cors: el servicio permite este origen.',
    useCorsAndAllow: 'Usa el modo cors y haz que el servicio permita este origen.',
    useCorsOrOwn: 'Usa el modo cors o sirve la página desde el origen del servicio.',
    start:
      'Permite la llamada si el navegador pregunta si esta página puede acceder a tu red local, e inicia el servicio:',
    allowHeader: 'Haz que el servicio permita la cabecera:',
    allowOrigin: 'Haz que el servicio permita este origen en lugar de los demás:',
  },
  steps: {
    compared: 'Comparó la dirección con el origen de la página: es otro.',
    failedAtOnce: 'No envió nada e hizo fallar la llamada al momento.',
    gotNothingToJudge: 'Envió la petición y no recibió ninguna respuesta que juzgar.',
    sentWithoutAsking: 'Envió la petición sin preguntar si el script puede leer la respuesta.',
    gaveEmptyShell: 'Recibió la respuesta y dio al script solo un envoltorio vacío.',
    sharedOrigin: 'La página y el servicio comparten origen: no hubo que preguntar nada.',
    gotNoAnswer: 'Envió la petición y no recibió respuesta.',
    sentWithOrigin: 'Envió la petición con el origen de la página en la cabecera Origin.',
    foundNone: 'No encontró en la respuesta un Access-Control-Allow-Origin que nombre esta página.',
    threwAway: 'Descartó la respuesta, escribió el porqué en su consola y no dijo nada al script.',
    foundEither: 'Encontró ese origen, o *, en Access-Control-Allow-Origin.',
    foundOrigin: 'Encontró ese origen en Access-Control-Allow-Origin.',
    foundWildcard: 'Encontró * en Access-Control-Allow-Origin.',
    passedOn: 'Pasó la respuesta al script.',
    askedFirst: (header) =>
      `Preguntó antes, con OPTIONS: ¿puede una página de este origen enviar ${header}?`,
    headerNotListed: (header) =>
      `La respuesta no incluye ${header} en Access-Control-Allow-Headers.`,
    pageNotAllowed: 'La respuesta no permite esta página.',
    neverSent: 'Nunca envió la búsqueda.',
    headerAllowed: (header) => `La respuesta lo permitió. Envió la búsqueda con ${header}.`,
    allowedAgain: 'Encontró la página permitida otra vez y pasó la respuesta.',
  },
  rules: {
    1: 'Un origen es protocolo, host y puerto juntos. La ruta y la consulta no cuentan.',
    2: 'Un script solo puede leer su propio origen; otro tiene que permitirlo con cabeceras CORS.',
    3: 'En una llamada a otro origen en modo cors, el navegador nombra el de la página en la cabecera Origin.',
    4: 'El servicio comprueba Origin. Si lo permite, la respuesta lo dice en Access-Control-Allow-Origin: el mismo origen, o *.',
    5: 'El navegador pasa la respuesta solo si esa cabecera es exactamente el origen de la página, o *. Si no, el script ve un fallo de red.',
    6: 'Sin esa cabecera el navegador bloquea la respuesta y lo dice en su consola.',
    7: 'Con * cualquier página de cualquier origen puede leer las respuestas: solo para datos abiertos.',
    'no-cors': 'no-cors no pide permiso y no obtiene nada que leer: la respuesta es opaca.',
    'same-origin': 'same-origin se queda en el origen de la página; cualquier otro es un error.',
  },
};

/** Returns the strings of the lab in the page's language. */
export const labTexts = () => inLanguage({ en: LAB_ENGLISH, es: LAB_SPANISH });
