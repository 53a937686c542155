import { createHash } from 'node:crypto';
import type { GetTerms, TableTerms } from '../../food/table-terms.ts';
import { type AnsweredRoute, ROUTES, type Route } from '../routes.ts';
import {
  createOpenApiDocument,
  type OpenApiDocument,
  type OpenApiOperation,
  type OpenApiParameter,
} from './document.ts';
import { withInterfaces } from './interface-paths.ts';
import type { Schema } from './schemas.ts';

// Creates the reference page `/docs`: its HTML, its style, and a form to try each operation.

/** The page's style. The Content-Security-Policy names its hash. */
const REFERENCE_STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1, h2 { line-height: 1.2; }
section { border-top: 1px solid #8886; padding-block: 1rem; }
code, pre, input, select, iframe { font-family: ui-monospace, monospace; font-size: .9rem; }
pre { overflow-x: auto; padding: .75rem; background: #8881; border-radius: .25rem; }
h2 code { font-size: 1.25rem; }
table { border-collapse: collapse; width: 100%; margin-block: 1rem; }
th, td { text-align: start; vertical-align: top; padding: .25rem 1rem .25rem 0; border-bottom: 1px solid #8883; }
label { display: inline-flex; gap: .5rem; align-items: center; margin: 0 1rem .5rem 0; }
input, select, button { font-size: 1rem; padding: .5rem .75rem; border: 1px solid #8889; border-radius: .25rem; }
iframe { width: 100%; height: 12rem; border: 1px solid #8886; background: #fff; border-radius: .25rem; }
`;

/** Renders a page that describes every operation in the document, with a form to try each. */
function renderReference({ info, paths, components }: OpenApiDocument): string {
  const operations = Object.entries(paths).map(([path, { get }]) => renderOperation(path, get));
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<h3 id="${escapeHtml(name)}">${escapeHtml(name)}</h3>\n<pre tabindex="0">${escapeHtml(JSON.stringify(schema, null, 2))}</pre>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)} API</title>
<style>${REFERENCE_STYLE}</style>
</head>
<body>
<header>
<h1>${escapeHtml(info.title)} API <small>${escapeHtml(info.version)}</small></h1>
<p>${withCode(info.description)}</p>
<p>For programs: <a href="openapi.json">openapi.json</a></p>
</header>
<main>
${operations.join('\n')}
<section>
<h2>Schemas</h2>
${schemas.join('\n')}
</section>
</main>
</body>
</html>
`;
}

function renderOperation(path: string, operation: OpenApiOperation): string {
  const { operationId, summary, description, parameters, responses } = operation;
  return `<section id="${operationId}">
<h2><code>GET ${escapeHtml(path)}</code></h2>
<p>${escapeHtml(summary)}. ${withCode(description)}</p>
${parameters.length === 0 ? '' : renderParameters(parameters)}
${renderAnswers(responses)}
${renderForm(path, operation)}
</section>`;
}

function renderParameters(parameters: readonly OpenApiParameter[]): string {
  const rows = parameters.map(
    ({ name, required, description, schema }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${required ? 'yes' : 'no'}</td><td>${withCode(description)}${renderChoice(schema)}</td></tr>`,
  );
  return `<table><thead><tr><th>Parameter</th><th>Required</th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function renderChoice(schema: Schema): string {
  return schema.default === undefined
    ? ''
    : ` Default: <code>${escapeHtml(String(schema.default))}</code>.`;
}

function renderAnswers(responses: OpenApiOperation['responses']): string {
  const rows = Object.entries(responses).map(
    ([status, { description }]) =>
      `<tr><td><code>${escapeHtml(status)}</code></td><td>${withCode(String(description))}</td></tr>`,
  );
  return `<table><thead><tr><th>Answer</th><th>When</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

/** Renders a form for the query parameters. A parameter in the path is replaced by its example. */
function renderForm(path: string, { operationId, parameters }: OpenApiOperation): string {
  const frame = `answer-${operationId}`;
  const address = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce(
      (url, { name, example = '' }) =>
        url.replace(`{${name}}`, encodeURIComponent(String(example))),
      path,
    );
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  // A form would send empty text fields too, so optional ones are shown as example links instead.
  const isInForm = (parameter: OpenApiParameter) =>
    isNeeded(parameter) || Array.isArray(parameter.schema.enum);
  const inputs = inQuery.filter(isInForm).map(renderInput);
  const pairOf = ({ name, example = '' }: OpenApiParameter) =>
    `${name}=${encodeURIComponent(String(example))}`;
  const needed = inQuery.filter(isNeeded).map(pairOf);
  const example = addressOf(address, needed);
  const links = inQuery
    .filter((parameter) => !isInForm(parameter) && parameter.example !== undefined)
    .map((parameter) => addressOf(address, [...needed, pairOf(parameter)]))
    .map((url) => `<a href="${relativeUrl(url)}" target="${frame}">${escapeHtml(url)}</a>`);
  return `<pre tabindex="0">curl ${escapeHtml(`'http://localhost:3001${example}'`)}</pre>
<form action="${relativeUrl(address)}" target="${frame}">${inputs.join('')}<button>Try it</button></form>
${links.length === 0 ? '' : `<p>More examples: ${links.join(', ')}</p>`}
<iframe name="${frame}" title="Response to GET ${escapeHtml(path)}"></iframe>`;
}

/** Makes a path relative to this page, which another program may serve under a prefix. */
function relativeUrl(address: string): string {
  return escapeHtml(address.slice(1));
}

function addressOf(path: string, pairs: readonly string[]): string {
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}

/** Whether examples need the parameter: it is required, or it is the `line` of a meal. */
function isNeeded({ required, example }: OpenApiParameter): boolean {
  return required || Array.isArray(example);
}

function renderInput({ name, schema, example = '' }: OpenApiParameter): string {
  if (!Array.isArray(schema.enum))
    return `<label><code>${name}</code><input name="${name}" value="${escapeHtml(String(example))}"></label>`;
  const choices = schema.enum.map((choice) => escapeHtml(String(choice)));
  if (schema.default === undefined) {
    // Radio buttons, since a form sends a select even if nothing is chosen.
    const buttons = choices.map(
      (choice) => `<label><input type="radio" name="${name}" value="${choice}">${choice}</label>`,
    );
    return `<fieldset><legend><code>${name}</code></legend>${buttons.join('')}</fieldset>`;
  }
  const options = choices.map((choice) => `<option>${choice}</option>`);
  return `<label><code>${name}</code><select name="${name}">${options.join('')}</select></label>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Renders text in which code is in backticks. */
function withCode(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

/**
 * Answers `/openapi.json` and `/docs`. Both are generated on the first request, and again when the
 * terms change.
 */
export function createOpenApiHandlers(
  version: string,
  getTerms: GetTerms = () => [],
  interfaces: readonly Route[] = [],
): readonly AnsweredRoute[] {
  let made: ReturnType<typeof makeReference> | undefined;
  const take = () => {
    const terms = getTerms();
    if (made === undefined || made.terms !== terms) made = makeReference(version, terms);
    return made;
  };
  return [
    [
      ROUTES.openapi,
      (_request, reply) => void reply.send(withInterfaces(take().document, interfaces)),
    ],
    [
      ROUTES.reference,
      (_request, reply) => {
        const { headers, page } = take();
        reply.headers(headers).type('text/html; charset=utf-8').send(page);
      },
    ],
  ];
}

function makeReference(version: string, terms: readonly TableTerms[]) {
  const document = createOpenApiDocument(version, terms);
  const styleHash = createHash('sha256').update(REFERENCE_STYLE).digest('base64');
  const headers = {
    // The page needs no script: each form loads its response into the frame below it.
    'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
  return { terms, document, headers, page: renderReference(document) };
}
