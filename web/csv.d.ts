declare module '*/data/nutrients.csv' {
  /** The table's columns that are nutrients, as `vite.config.ts` reads them from the file. */
  const facts: readonly import('./food/nutrients.ts').NutrientFact[];
  export default facts;
}

declare module '*.css';
