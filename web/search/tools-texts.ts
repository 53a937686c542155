import { inLanguage } from '../languages/language.ts';

// Texts of the tools above the results: orders, conditions, names of food groups, in English and
// Spanish.

const ENGLISH = {
  sortBy: 'Sort by',
  bestMatch: 'Best match',
  asListed: 'As in the table',
  atMost: 'at most',
  atLeast: 'at least',
  kindsOfFood: 'Kinds',
  foodGroups: 'Food groups',
  browse: 'Browse by food group',
  allGroups: 'All food groups',
  narrowTo: 'Show only',
  all: 'All kinds',
  kinds: { raw: 'Raw', cooked: 'Cooked', branded: 'Brands', unbranded: 'No brands' },
  /** USDA's food groups, as its tables name them. Others keep their own names. */
  groups: {
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
  } as Readonly<Record<string, string>>,
  name: 'Name',
};

const SPANISH: typeof ENGLISH = {
  sortBy: 'Ordenar por',
  bestMatch: 'Mejor coincidencia',
  asListed: 'Como en la tabla',
  atMost: 'hasta',
  atLeast: 'desde',
  kindsOfFood: 'Tipos',
  foodGroups: 'Grupos de alimentos',
  browse: 'Explorar por grupo de alimentos',
  allGroups: 'Todos los grupos',
  narrowTo: 'Mostrar solo',
  all: 'De todo tipo',
  kinds: { raw: 'Crudo', cooked: 'Cocinado', branded: 'Marcas', unbranded: 'Sin marcas' },
  groups: {
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
  },
  name: 'Nombre',
};

/** The texts of the tools above the results. */
export const toolsTexts = () => inLanguage({ en: ENGLISH, es: SPANISH });

/** A food group as people call it; as the table names it where it is none of USDA's. */
export const groupName = (group: string): string => toolsTexts().groups[group] ?? group;
