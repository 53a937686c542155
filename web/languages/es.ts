import { ENGLISH, type Texts } from './en.ts';
export const SPANISH: Texts = ENGLISH;
