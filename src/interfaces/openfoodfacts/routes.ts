import { RequestError } from '../../errors/user-error.ts';
import { nextTurn } from '../../meal/meal.ts';
import { findByCode } from '../barcodes.ts';
import type { FoodRow, FoodSource } from '../food-source.ts';
import {
  findPage,
  type InterfaceRoute,
  languageOf,
  type Parameters,
  wholeNumber,
} from '../interface.ts';
import { beforeMember, writeFoods } from '../json-writer.ts';
import { picking, productOf, productWriter } from './product.ts';

// The read API of Open Food Facts: products by barcode, and its three kinds of search (API v2, an
// older and a newer one).

const OFF_PAGE_SIZE = 24;
const MAX_OFF_PAGE_SIZE = 100;

const OFF_PRODUCT = { parameters: ['fields'], summary: 'A product by its barcode' };
const OFF_LANGUAGE = ['lc', 'lang'];
const OFF_PAGED = ['page', 'page_size', 'fields'];
const OFF_SEARCHED = ['search_terms', 'search_terms2', 'code'];
/** The maximum number of barcodes in the `code` of a search. */
const MAX_CODES = 50;

const NO_FACETS = 'There are no facets here';

type Answer = InterfaceRoute['answer'];

const answerProduct: Answer = async ({ params, query }, source) => {
  const code = (params.code ?? '').replace(/\.json$/, '').replace(/[\s-]/g, '');
  const row = await findByCode(code, source);
  if (row === undefined) {
    return { status: 404, body: { code, status: 0, status_verbose: 'product not found' } };
  }
  const whole = productOf(row, source);
  const found = { code: whole.code, status: 1, status_verbose: 'product found' };
  return { status: 200, body: { ...found, product: picking(query.get('fields'))(whole) } };
};

/** Answers searches only: `/cgi/search.pl` also has pages for people and actions that write. */
const answerOldSearch: Answer = (request, source) => {
  const { query } = request;
  const action = query.get('action') || 'process';
  const isJson = ['1', 'true'].includes(query.get('json') ?? '');
  if (action === 'process' && isJson) return answerSearch(request, source);
  const error =
    action === 'process'
      ? 'There are no pages here: add `json=1`'
      : `There is no action ${JSON.stringify(action)} here: searches have \`action=process\``;
  return { status: 404, body: { error } };
};

/** The parameters of a search by categories, labels, countries and the like. */
const FACET = /^tag_\d+$|_tags(?:_\w+)?$/;

const answerSearch: Answer = async ({ query }, source) => {
  const codes = query.get('code');
  // The second name is from Open Food Facts' advanced search form.
  const text = query.get('search_terms') || query.get('search_terms2');
  // With text, ignoring facets only yields more results. Without text, every food would match.
  if (!codes && !text && [...query.keys()].some((name) => FACET.test(name)))
    throw new RequestError(`${NO_FACETS}: send \`search_terms\``);
  const { foods, head } = codes
    ? await findByCodes(codes, query, source)
    : await search(query, source, text);
  const skip = (head.page - 1) * head.page_size;
  const fields = query.get('fields');
  const around = { before: beforeMember({ ...head, skip }, 'products'), after: '}' };
  return { status: 200, body: await writeFoods(foods, productWriter(source, fields), around) };
};

/** Answers like the newer search of Open Food Facts, where brands are a list. */
const answerHits: Answer = async ({ query }, source) => {
  const startedMs = performance.now();
  const [q, text] = [query.get('q') ?? '', plainText(query.get('q') ?? '')];
  if (text.trim() === '' && q.trim() !== '')
    throw new RequestError(`${NO_FACETS}: name a food in \`q\``);
  const { foods, head } = await search(query, source, text);
  const write = productWriter(source, query.get('fields'), ({ brands, ...product }) =>
    typeof brands === 'string' ? { ...product, brands: brands.split(/, */) } : product,
  );
  const took = Math.round(performance.now() - startedMs);
  const about = { is_count_exact: true, timed_out: false, took, ...head };
  const around = { before: beforeMember(about, 'hits'), after: '}' };
  return { status: 200, body: await writeFoods(foods, write, around) };
};

/**
 * Removes the Lucene syntax of the newer search: escapes, and conditions on fields, which are not
 * supported here.
 */
function plainText(text: string): string {
  return text.replace(/(^|\s)[+-]?\w+:("[^"]*"|\S+)/g, ' ').replace(/\\(.)/g, '$1');
}

async function search(query: Parameters, source: FoodSource, text: string | null) {
  const paging = pagingOf(query);
  const language = languageOf(query.get('lc') ?? query.get('lang') ?? query.get('langs'));
  const { foods, total } = await findPage(source, { text, ...language, ...paging });
  return { foods, head: headOf(total, paging) };
}

/** Finds the foods with these comma-separated barcodes. */
async function findByCodes(codes: string, query: Parameters, source: FoodSource) {
  const typed = codes.split(',').map((code) => code.trim());
  if (typed.length > MAX_CODES)
    throw new RequestError(`\`code\` has ${typed.length} barcodes: send ${MAX_CODES} at a time`);
  // Codes that differ only in leading zeros are the same product.
  const asked = new Map(typed.map((code) => [code.replace(/^0+/, ''), code]));
  source.countMore(asked.size - 1);
  const paging = pagingOf(query);
  const found: FoodRow[] = [];
  for (const code of asked.values()) {
    const food = await findByCode(code, source);
    if (food !== undefined) found.push(food);
    // Yields to the event loop.
    await nextTurn();
  }
  const start = (paging.page - 1) * paging.pageSize;
  return {
    foods: found.slice(start, start + paging.pageSize),
    head: headOf(found.length, paging),
  };
}

function pagingOf(query: Parameters) {
  const pageSize = Math.min(wholeNumber(query, 'page_size', OFF_PAGE_SIZE), MAX_OFF_PAGE_SIZE);
  return { page: wholeNumber(query, 'page', 1), pageSize };
}

function headOf(count: number, { page, pageSize }: ReturnType<typeof pagingOf>) {
  return { count, page, page_count: Math.ceil(count / pageSize), page_size: pageSize };
}

export const OPEN_FOOD_FACTS: readonly InterfaceRoute[] = [
  { path: '/api/v2/product/:code', ...OFF_PRODUCT, answer: answerProduct },
  { path: '/api/v0/product/:code', ...OFF_PRODUCT, answer: answerProduct },
  {
    path: '/api/v2/search',
    parameters: [...OFF_SEARCHED, ...OFF_LANGUAGE, ...OFF_PAGED],
    summary: 'Search products, or look some up by their barcodes',
    answer: answerSearch,
  },
  {
    path: '/cgi/search.pl',
    parameters: [...OFF_SEARCHED, 'json', 'action', ...OFF_LANGUAGE, ...OFF_PAGED],
    summary: 'Search products, with `json=1`',
    answer: answerOldSearch,
  },
  {
    path: '/search',
    parameters: ['q', 'langs', ...OFF_PAGED],
    summary: 'Search products, with brands as a list',
    answer: answerHits,
  },
];
