const times = Number(process.env.PROPERTY_TIMES ?? 1);

/** How many cases a property looks at: so many here, and many times as many in `npm run soak -- properties`. */
export const runs = (few: number): number => few * times;
