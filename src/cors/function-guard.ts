import { BoundedMap, remember } from '../memo/bounded-map.ts';
import type { FunctionGuard } from './decision.ts';
import { AWAITED_WORK, languageOf } from './language/language.ts';
import { findOpenings, isClosed, type Trust } from './lint/closed.ts';
import { openingFault } from './lint/credentials.ts';
import { optionFault } from './origin-fault.ts';
import { elementKey, isExpression } from './origin-setting.ts';

// What an origin function may grant with credentials: its answers are judged, how many are
// remembered; the texts of refusals.

/** A function answers the same few things; more than these are judged again. */
const REMEMBERED_ANSWERS = 500;

/**
 * Judges the answers of an origin function with credentials. Nobody can prove a function at startup,
 * so each answer must be closed: `true` and a string stand for the origin that asks. Without
 * credentials, every answer may grant.
 */
export function createFunctionGuard(credentials: boolean | undefined, trust: Trust): FunctionGuard {
  if (credentials !== true) return () => undefined;
  // Code that has run before is quicker: what the first answer takes otherwise is ten times as much.
  for (const each of [USUAL_ANSWER, ODD_ANSWER]) isClosed(each, {});
  const judged = new BoundedMap<string, string>(REMEMBERED_ANSWERS);
  return (answer, asking) => {
    // Without an origin, only "*" grants anything.
    const elements = [answer === true ? asking : answer].flat();
    const key = elements.map(elementKey).join();
    return remember(judged, key, () => judge(elements, trust)) || undefined;
  };
}

/** To warm up with: the first has what most have, the second leads to all of the grammar. */
export const USUAL_ANSWER = /^https?:\/\/(?:[a-z\d-]+\.)*example\.com(?::\d+)?$/;
const ODD_ANSWER = /(?!a)./;

/** Why an answer grants nothing; empty if it may grant. */
function judge(elements: readonly unknown[], trust: Trust): string {
  let work = 0;
  for (const element of elements) {
    const language = isExpression(element) ? languageOf(element, true) : undefined;
    if (language?.kind === 'unusable') {
      return `${GRANTS_NOTHING} ${optionFault(language.code, 'origin', element, language.reason).message}`;
    }
    work += language?.work ?? 0;
    if (work > AWAITED_WORK) return `${GRANTS_NOTHING} ${TOO_LARGE_TO_PROVE}`;
    const [opening] = findOpenings(element, trust, true);
    if (opening !== undefined) {
      return `${GRANTS_NOTHING} ${openingFault(opening.kind, element, 'origin').message}`;
    }
  }
  return '';
}

const GRANTS_NOTHING = 'With credentials, the answer of the origin function grants nothing.';

const TOO_LARGE_TO_PROVE =
  'It is too large to be proved while a request waits. Put its expressions into the setting, where they are proved at startup, or list the origins.';
