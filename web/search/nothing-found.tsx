import type { MatchMode, Question } from '../address.ts';
import { inLanguage, t } from '../languages/language.ts';
import { Message } from '../parts/message.tsx';
import { Example } from './search-message.tsx';

const ENGLISH = {
  nothingFound: (query: string) => `No food matches “${query}”`,
  tryOther: 'Check the spelling, or try fewer or other words.',
  tryInstead: 'Or try:',
  tryFreely: 'A broader search also finds plurals, other names and misspelled words.',
};

const SPANISH: typeof ENGLISH = {
  nothingFound: (query) => `Ningún alimento coincide con «${query}»`,
  tryOther: 'Revisa la ortografía o prueba con menos palabras u otras.',
  tryInstead: 'O prueba con:',
  tryFreely: 'La búsqueda libre también encuentra plurales, otros nombres y palabras mal escritas.',
};

const texts = () => inLanguage({ en: ENGLISH, es: SPANISH });

/** When no food matches. */
export function NothingFoundMessage({ question, onMatch, onTry }: NothingFoundProps) {
  const { query, match } = question;
  return (
    <Message title={texts().nothingFound(query.trim())}>
      <p>{match === 'fuzzy' ? texts().tryOther : texts().tryFreely}</p>
      {match !== 'fuzzy' && (
        <button type="button" class="primary" onClick={() => onMatch('fuzzy')}>
          {t().searchFreely}
        </button>
      )}
      <p>{texts().tryInstead}</p>
      <p class="actions">
        {instead(query).map((word) => (
          <Example key={word} text={word} onTry={() => onTry(word)} />
        ))}
      </p>
    </Message>
  );
}

interface NothingFoundProps {
  readonly question: Question;
  readonly onMatch: (match: MatchMode) => void;
  readonly onTry: (query: string) => void;
}

/** The words of a search one by one, or, of a single word, what is always there. */
function instead(query: string): readonly string[] {
  const words = [...new Set(query.trim().split(/\s+/))];
  return words.length > 1 ? words.slice(0, 5) : t().welcome.everyday;
}
