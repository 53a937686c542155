/** What to do about an answer that is no list of foods, by its HTTP status. */
export function explainStatus(status: number, apiUrl: string): string {
  if (status < 300 || status === 404)
    return `That is no food service: check the API address that this page is given, ${apiUrl}`;
  switch (status) {
    case 400:
    case 414:
      return 'Change the search.';
    case 401:
    case 403:
      return 'It does not let you search: ask whoever runs it for access.';
    case 429:
      return 'Too many searches in a short time: wait a moment, then try again.';
    default:
      return 'Its log tells more; your plate is safe.';
  }
}
