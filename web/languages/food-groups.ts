import { inLanguage } from './language.ts';

// English and Spanish names of food groups.

type Names = Readonly<Record<string, string>>;

/** USDA's food groups, keyed by their names in its tables. Other groups keep their own names. */
const ENGLISH: Names = {
  'Dairy and Egg Products': 'Dairy & eggs',
  'Spices and Herbs': 'Spices & herbs',
  'Baby Foods': 'Baby foods',
  'Fats and Oils': 'Fats & oils',
  'Poultry Products': 'Poultry',
  'Soups, Sauces, and Gravies': 'Soups & sauces',
  'Sausages and Luncheon Meats': 'Sausages & cold cuts',
  'Breakfast Cereals': 'Breakfast cereals',
  'Fruits and Fruit Juices': 'Fruits',
  'Pork Products': 'Pork',
  'Vegetables and Vegetable Products': 'Vegetables',
  'Nut and Seed Products': 'Nuts & seeds',
  'Beef Products': 'Beef',
  Beverages: 'Beverages',
  'Finfish and Shellfish Products': 'Fish & shellfish',
  'Legumes and Legume Products': 'Legumes',
  'Lamb, Veal, and Game Products': 'Lamb, veal & game',
  'Baked Products': 'Baked goods',
  Sweets: 'Sweets',
  'Cereal Grains and Pasta': 'Grains & pasta',
  'Fast Foods': 'Fast foods',
  'Meals, Entrees, and Side Dishes': 'Meals & sides',
  Snacks: 'Snacks',
  'American Indian/Alaska Native Foods': 'Native American foods',
  'Restaurant Foods': 'Restaurant foods',
};

const SPANISH: Names = {
  'Dairy and Egg Products': 'Lácteos y huevos',
  'Spices and Herbs': 'Especias y hierbas',
  'Baby Foods': 'Alimentos infantiles',
  'Fats and Oils': 'Grasas y aceites',
  'Poultry Products': 'Aves',
  'Soups, Sauces, and Gravies': 'Sopas y salsas',
  'Sausages and Luncheon Meats': 'Embutidos y fiambres',
  'Breakfast Cereals': 'Cereales de desayuno',
  'Fruits and Fruit Juices': 'Frutas',
  'Pork Products': 'Cerdo',
  'Vegetables and Vegetable Products': 'Verduras',
  'Nut and Seed Products': 'Frutos secos y semillas',
  'Beef Products': 'Vacuno',
  Beverages: 'Bebidas',
  'Finfish and Shellfish Products': 'Pescados y mariscos',
  'Legumes and Legume Products': 'Legumbres',
  'Lamb, Veal, and Game Products': 'Cordero, ternera y caza',
  'Baked Products': 'Panadería y bollería',
  Sweets: 'Dulces',
  'Cereal Grains and Pasta': 'Granos y pasta',
  'Fast Foods': 'Comida rápida',
  'Meals, Entrees, and Side Dishes': 'Platos preparados',
  Snacks: 'Aperitivos',
  'American Indian/Alaska Native Foods': 'Alimentos nativos americanos',
  'Restaurant Foods': 'Comida de restaurante',
};

/** Returns a food group's everyday name; groups that are not USDA's keep the table's name. */
export const groupName = (group: string): string =>
  inLanguage({ en: ENGLISH, es: SPANISH })[group] ?? group;
