import { inLanguage } from '../languages/language.ts';

// The texts of the plate: names, removal, undo, saving, sums, a friend's plate, yesterday's plate.

const ENGLISH = {
  plateEmpty: 'Nothing here yet. Add foods with + or with Enter.',
  plateName: 'Name of the plate',
  rename: 'Rename',
  save: 'Save',
  week: 'Week',
  newPlate: 'New',
  deletePlate: 'Delete',
  guest: {
    text: 'Somebody shared this plate with you. It is not among yours.',
    keep: 'Keep it',
    leave: 'Back to my plate',
  },
  sendersValues: (own: string) => `The sender’s values. Here, 100 g have ${own}.`,
  earlierValues: (own: string) => `Values as they were added. Now, 100 g have ${own}.`,
  newDay: {
    text: (plate: string) => `This plate is from an earlier day: ${plate}.`,
    waiting: (foods: string) => `Not added yet: ${foods}.`,
    start: 'Start a plate for today',
    goOn: (plate: string) => `Continue with ${plate}`,
  },
  sum: 'Sum',
  moveFood: (food: string) => `Move ${food}`,
  moveHint: 'Drag, or use the arrow keys',
  removed: (food: string) => `Removed ${food}`,
  removedFoods: (count: number) => `Removed ${count} foods`,
  totalsMayBeHigher: 'Some foods lack a value (–): the true totals may be higher.',
  savedHere: 'Saved in this browser.',
  notSavedHere: 'This browser does not save it, but the link in the address bar contains it.',
  unreadableFoods: (count: number) =>
    `${count === 1 ? '1 food' : `${count} foods`} could not be read. Ask for the link or file again.`,
  undo: 'Undo',
  more: 'More',
  initials: { protein: 'P', fat: 'F', carbohydrate: 'C' },
  foodCount: (count: number) => (count === 1 ? '1 food' : `${count} foods`),
};

const foods = (count: number) => (count === 1 ? '1 alimento' : `${count} alimentos`);

const SPANISH: typeof ENGLISH = {
  plateEmpty: 'Todavía no hay nada. Añade alimentos con + o con Enter.',
  plateName: 'Nombre del plato',
  rename: 'Renombrar',
  save: 'Guardar',
  week: 'Semana',
  newPlate: 'Nuevo',
  deletePlate: 'Eliminar',
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
    goOn: (plate) => `Seguir con ${plate}`,
  },
  sum: 'Suma',
  moveFood: (food) => `Mover ${food}`,
  moveHint: 'Arrastra o usa las flechas',
  removed: (food) => `Quitado ${food}`,
  removedFoods: (number) => `Quitados ${foods(number)}`,
  totalsMayBeHigher:
    'A algunos alimentos les falta un valor (–): los totales reales pueden ser mayores.',
  savedHere: 'Guardado en este navegador.',
  notSavedHere: 'Este navegador no lo guarda: está en la dirección de esta página.',
  unreadableFoods: (number) =>
    `No se pudo leer ${foods(number)}. Pide de nuevo el enlace o el archivo.`,
  undo: 'Deshacer',
  more: 'Más',
  initials: { protein: 'P', fat: 'G', carbohydrate: 'C' },
  foodCount: foods,
};

/** The texts of the plate. */
export const plateTexts = () => inLanguage({ en: ENGLISH, es: SPANISH });
