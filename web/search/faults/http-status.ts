import { t } from '../../languages/language.ts';

/** What to do about an answer that is not a list of foods, by its HTTP status. */
export function explainStatus(status: number, apiUrl: string): string {
  const { status: texts } = t();
  if (status < 300 || status === 404) return texts.notFoods(apiUrl);
  switch (status) {
    case 400:
    case 414:
      return texts.changeSearch;
    case 401:
    case 403:
      return texts.askForAccess;
    case 429:
      return texts.tooMany;
    default:
      return texts.seeLog;
  }
}
