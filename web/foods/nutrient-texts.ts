import { inLanguage } from '../languages/language.ts';

// Names of nutrient groups, and Spanish names of nutrients; the English names come from
// data/nutrients.csv.

const ENGLISH = {
  nutrientGroups: {
    main: 'Main nutrients',
    fats: 'Fats and cholesterol',
    minerals: 'Minerals',
    vitamins: 'Vitamins',
    more: 'More nutrients',
  },
  /** Titles by column; the English ones come from the table of nutrients. */
  nutrientTitles: {} as Readonly<Record<string, string>>,
  dailyShare: '% DV',
  dailyValuesAre: 'Percentages are of the US daily values for adults, or of your goals.',
  knownOf: (known: number, all: number) => `${known} of ${all} foods known`,
};

const SPANISH: typeof ENGLISH = {
  nutrientGroups: {
    main: 'Nutrientes principales',
    fats: 'Grasas y colesterol',
    minerals: 'Minerales',
    vitamins: 'Vitaminas',
    more: 'Más nutrientes',
  },
  nutrientTitles: {
    water_g: 'Agua',
    kcal: 'Energía',
    protein_g: 'Proteína',
    lipid_total_g: 'Grasa total',
    ash_g: 'Cenizas',
    carbohydrate_g: 'Hidratos de carbono, por diferencia',
    fiber_td_g: 'Fibra alimentaria',
    sugar_g: 'Azúcares totales',
    calcium_mg: 'Calcio',
    iron_mg: 'Hierro',
    magnesium_mg: 'Magnesio',
    phosphorus_mg: 'Fósforo',
    potassium_mg: 'Potasio',
    sodium_mg: 'Sodio',
    zinc_mg: 'Zinc',
    copper_mg: 'Cobre',
    manganese_mg: 'Manganeso',
    selenium_ug: 'Selenio',
    vit_c_mg: 'Vitamina C',
    thiamin_mg: 'Tiamina',
    riboflavin_mg: 'Riboflavina',
    niacin_mg: 'Niacina',
    panto_acid_mg: 'Ácido pantoténico',
    vit_b6_mg: 'Vitamina B6',
    folate_tot_ug: 'Folato total',
    folic_acid_ug: 'Ácido fólico',
    food_folate_ug: 'Folato de los alimentos',
    folate_dfe_ug: 'Folato, equivalentes de folato dietético',
    choline_tot_mg: 'Colina total',
    vit_b12_ug: 'Vitamina B12',
    vit_a_iu: 'Vitamina A, unidades internacionales',
    vit_a_rae: 'Vitamina A, equivalentes de actividad de retinol',
    retinol_ug: 'Retinol',
    alpha_carot_ug: 'Alfacaroteno',
    beta_carot_ug: 'Betacaroteno',
    beta_crypt_ug: 'Betacriptoxantina',
    lycopene_ug: 'Licopeno',
    lut_and_zea_ug: 'Luteína y zeaxantina',
    vit_e_mg: 'Vitamina E (alfatocoferol)',
    vit_d_ug: 'Vitamina D (D2 y D3)',
    vit_d_iu: 'Vitamina D, unidades internacionales',
    vit_k_ug: 'Vitamina K (filoquinona)',
    fa_sat_g: 'Grasas saturadas',
    fa_mono_g: 'Grasas monoinsaturadas',
    fa_poly_g: 'Grasas poliinsaturadas',
    cholestrl_mg: 'Colesterol',
  },
  dailyShare: '% VD',
  dailyValuesAre:
    'Los porcentajes son de los valores diarios de EE. UU. para adultos, o de tus metas.',
  knownOf: (known, all) => `conocido en ${known} de ${all}`,
};

/** Returns the names of nutrients and their groups. */
export const nutrientTexts = () => inLanguage({ en: ENGLISH, es: SPANISH });
