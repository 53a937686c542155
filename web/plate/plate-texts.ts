import { inLanguage } from '../languages/language.ts';

// The plate's strings: names, days, saving, sums, a friend's plate, yesterday's plate.

export const ENGLISH = {
  plateEmpty: 'Nothing here yet. Add foods with +, or try',
  example: '2 eggs, 1 slice toast, coffee',
  plateName: 'Plate name',
  previousDay: 'Previous day',
  nextDay: 'Next day',
  day: 'Plate date',
  week: 'Week',
  guest: {
    text: 'Someone shared this plate with you. It is not one of yours.',
    keep: 'Keep it',
    leave: 'Back to my plate',
  },
  sendersValues: (own: string) => `The sender’s values. Here, 100 g has ${own}.`,
  earlierValues: (own: string) => `Values from when it was added. Now, 100 g has ${own}.`,
  newDay: {
    text: (plate: string) => `This plate is from an earlier day: ${plate}.`,
    waiting: (foods: string) => `Not added yet: ${foods}.`,
    start: 'Start a plate for today',
    continueWith: (plate: string) => `Continue with ${plate}`,
  },
  sum: 'Total',
  moveFood: (food: string) => `Move ${food}`,
  moveHint: 'Drag, or use the arrow keys',
  totalsMayBeHigher: 'Some foods lack a value (–): the true totals may be higher.',
  savedHere: 'Saved in this browser.',
  notSavedHere:
    'Nothing is saved: this browser does not allow it. The address bar keeps this plate; a file can keep all plates.',
  saveFile: 'Save a file',
  unreadableItems: (count: number) =>
    `${count === 1 ? '1 item' : `${count} items`} could not be read. Ask for the link or file again.`,
  againstGoal: (amount: string, goal: string) => `${amount} of ${goal}`,
  edit: (food: string) => `More about ${food}`,
  more: 'More',
  initials: { protein: 'P', fat: 'F', carbohydrate: 'C' },
  foodCount: (count: number) => (count === 1 ? '1 food' : `${count} foods`),
};

export const SPANISH: typeof ENGLISH = {
  plateEmpty: 'Todavía no hay nada. Añade alimentos con +, o prueba',
  example: '2 huevos, 1 taza de leche',
  plateName: 'Nombre del plato',
  previousDay: 'Día anterior',
  nextDay: 'Día siguiente',
  day: 'Día del plato',
  week: 'Semana',
  guest: {
    text: 'Alguien compartió este plato contigo. No está entre los tuyos.',
    keep: 'Guardarlo',
    leave: 'Volver a mi plato',
  },
  sendersValues: (own) => `Valores de quien lo envió. Aquí, 100 g tienen ${own}.`,
  earlierValues: (own) => `Valores de cuando se añadió. Ahora, 100 g tienen ${own}.`,
  newDay: {
    text: (plate) => `Este plato es de un día anterior: ${plate}.`,
    waiting: (foods) => `Aún sin añadir: ${foods}.`,
    start: 'Empezar el plato de hoy',
    continueWith: (plate) => `Seguir con ${plate}`,
  },
  sum: 'Total',
  moveFood: (food) => `Mover ${food}`,
  moveHint: 'Arrastra o usa las flechas',
  totalsMayBeHigher:
    'A algunos alimentos les falta un valor (–): los totales reales pueden ser mayores.',
  savedHere: 'Guardado en este navegador.',
  notSavedHere:
    'No se guarda nada: este navegador no lo permite. La barra de direcciones conserva este plato; un archivo los guarda todos.',
  saveFile: 'Guardar un archivo',
  unreadableItems: (number) =>
    `No se ${number === 1 ? 'pudo leer 1 elemento' : `pudieron leer ${number} elementos`}. Pide de nuevo el enlace o el archivo.`,
  againstGoal: (amount, goal) => `${amount} de ${goal}`,
  edit: (food) => `Más sobre ${food}`,
  more: 'Más',
  initials: { protein: 'P', fat: 'G', carbohydrate: 'C' },
  foodCount: (number) => (number === 1 ? '1 alimento' : `${number} alimentos`),
};

/** Returns the plate's strings. */
export const plateTexts = () => inLanguage({ en: ENGLISH, es: SPANISH });
