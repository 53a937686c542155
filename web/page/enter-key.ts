import { isSameQuestion, sentQuestion } from '../foods/question.ts';
import type { Action, PageState } from './page-state.ts';
import { linesOf, servingIn } from './results.ts';

// What Enter does in the search box.

/**
 * What Enter in the search box does: it adds the food of the active row, or unfolds what is folded
 * there. While the answer is on its way Enter waits for it, and adds its best match. Where a food is
 * shown, it leads back to the results.
 */
export function actionOfEnter(state: PageState): { action: Action; isToAsk: boolean } {
  const { view, search, question, arrangement } = state;
  if (view.kind !== 'search')
    return { action: { kind: 'show', view: { kind: 'search', ...question } }, isToAsk: false };
  const line = linesOf(state)[state.activeIndex];
  if (line?.kind === 'food') {
    const portion = { food: line.food, ...servingIn(state, line.food) };
    return { action: { kind: 'plate/add', portions: [portion] }, isToAsk: false };
  }
  if (line?.kind === 'more') {
    const open = new Set([...arrangement.open, line.head]);
    return { action: { kind: 'arrange', arrangement: { ...arrangement, open } }, isToAsk: false };
  }
  const sent = sentQuestion(question);
  const isOnItsWay = search.kind === 'loading' && isSameQuestion(search, sent);
  return { action: { kind: 'await' }, isToAsk: sent.query !== '' && !isOnItsWay };
}
