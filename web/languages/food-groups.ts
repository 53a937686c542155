import { inLanguage, type Language } from './language.ts';

// English and Spanish names of food groups.

/** Everyday names of USDA's food groups, keyed by the names in its tables. */
const NAMES: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  'Dairy and Egg Products': { en: 'Dairy & eggs', es: 'Lácteos y huevos' },
  'Spices and Herbs': { en: 'Spices & herbs', es: 'Especias y hierbas' },
  'Baby Foods': { en: 'Baby foods', es: 'Alimentos infantiles' },
  'Fats and Oils': { en: 'Fats & oils', es: 'Grasas y aceites' },
  'Poultry Products': { en: 'Poultry', es: 'Aves' },
  'Soups, Sauces, and Gravies': { en: 'Soups & sauces', es: 'Sopas y salsas' },
  'Sausages and Luncheon Meats': { en: 'Sausages & cold cuts', es: 'Embutidos y fiambres' },
  'Breakfast Cereals': { en: 'Breakfast cereals', es: 'Cereales de desayuno' },
  'Fruits and Fruit Juices': { en: 'Fruits', es: 'Frutas' },
  'Pork Products': { en: 'Pork', es: 'Cerdo' },
  'Vegetables and Vegetable Products': { en: 'Vegetables', es: 'Verduras' },
  'Nut and Seed Products': { en: 'Nuts & seeds', es: 'Frutos secos y semillas' },
  'Beef Products': { en: 'Beef', es: 'Vacuno' },
  Beverages: { en: 'Beverages', es: 'Bebidas' },
  'Finfish and Shellfish Products': { en: 'Fish & shellfish', es: 'Pescados y mariscos' },
  'Legumes and Legume Products': { en: 'Legumes', es: 'Legumbres' },
  'Lamb, Veal, and Game Products': { en: 'Lamb, veal & game', es: 'Cordero, ternera y caza' },
  'Baked Products': { en: 'Baked goods', es: 'Panadería y bollería' },
  Sweets: { en: 'Sweets', es: 'Dulces' },
  'Cereal Grains and Pasta': { en: 'Grains & pasta', es: 'Granos y pasta' },
  'Fast Foods': { en: 'Fast foods', es: 'Comida rápida' },
  'Meals, Entrees, and Side Dishes': { en: 'Meals & sides', es: 'Platos preparados' },
  Snacks: { en: 'Snacks', es: 'Aperitivos' },
  'American Indian/Alaska Native Foods': {
    en: 'Native American foods',
    es: 'Alimentos nativos americanos',
  },
  'Restaurant Foods': { en: 'Restaurant foods', es: 'Comida de restaurante' },
};

/** Returns a food group's everyday name. Groups that are not USDA's keep the name in the table. */
export function groupName(group: string): string {
  const names = NAMES[group];
  return names === undefined ? group : inLanguage(names);
}
