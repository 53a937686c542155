import { inLanguage, t } from '../languages/language.ts';
import { Button } from '../parts/controls.tsx';
import { Message } from '../parts/message.tsx';
import { Example } from './search-message.tsx';
import type { SearchPartProps } from './use-search-keys.ts';

// The message if no food matches: its strings, and suggestions.

export const ENGLISH = {
  nothingFound: (query: string) => `No food matches “${query}”`,
  nothingLeft: 'No foods left',
  nothingLeftHint: 'None of the foods found meets your conditions.',
  showAll: 'Show all foods',
  tryOther: 'Check the spelling, or try fewer or different words.',
  tryInstead: 'Or try:',
  tryBroader: 'A broader search also finds plurals, other names and misspelled words.',
};

export const SPANISH: typeof ENGLISH = {
  nothingFound: (query) => `Ningún alimento coincide con «${query}»`,
  nothingLeft: 'No queda ningún alimento',
  nothingLeftHint: 'Ninguno de los encontrados cumple lo que elegiste.',
  showAll: 'Mostrar todos los alimentos',
  tryOther: 'Revisa la ortografía o prueba con menos palabras u otras.',
  tryInstead: 'O prueba con:',
  tryBroader:
    'La búsqueda libre también encuentra plurales, otros nombres y palabras mal escritas.',
};

const texts = () => inLanguage({ en: ENGLISH, es: SPANISH });

/** Explains that no food matches, and suggests other searches. */
export function NothingFoundMessage({ page, keys }: SearchPartProps) {
  const { query, match, group, until } = page.state.criteria;
  if ((group ?? until) !== undefined)
    return (
      <Message title={texts().nothingLeft}>
        <p>{texts().nothingLeftHint}</p>
        <Button
          class="primary"
          onClick={() =>
            page.dispatch({ kind: 'refine', by: { group: undefined, until: undefined } })
          }
        >
          {texts().showAll}
        </Button>
      </Message>
    );
  return (
    <Message title={texts().nothingFound(query.trim())}>
      <p>{match === 'fuzzy' ? texts().tryOther : texts().tryBroader}</p>
      {match !== 'fuzzy' && (
        <Button class="primary" onClick={() => keys.searchBy('fuzzy')}>
          {t().broadenSearch}
        </Button>
      )}
      <p>{texts().tryInstead}</p>
      <p class="actions">
        {instead(query).map((word) => (
          <Example key={word} text={word} onTry={() => keys.searchFor(word)} />
        ))}
      </p>
    </Message>
  );
}

/** Suggests up to five words of a search, each by itself, or everyday foods for a single word. */
function instead(query: string): readonly string[] {
  const words = [...new Set(query.trim().split(/\s+/))];
  return words.length > 1 ? words.slice(0, 5) : t().welcome.everyday;
}
