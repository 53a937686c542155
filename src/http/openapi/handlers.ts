import { createHash } from 'node:crypto';
import { type AnsweredRoute, ROUTES } from '../routes.ts';
import { createOpenApiDocument } from './document.ts';
import { REFERENCE_STYLE, renderReference } from './reference-page.ts';

// Answers `/openapi.json` and `/docs`, with their security headers.

/** Answers `/openapi.json` and `/docs`, both made when they are asked for first. */
export function createOpenApiHandlers(version: string): readonly AnsweredRoute[] {
  let made: ReturnType<typeof makeReference> | undefined;
  const take = () => {
    made ??= makeReference(version);
    return made;
  };
  return [
    [ROUTES.openapi, (_request, reply) => void reply.send(take().document)],
    [
      ROUTES.reference,
      (_request, reply) => {
        const { headers, page } = take();
        reply.headers(headers).type('text/html; charset=utf-8').send(page);
      },
    ],
  ];
}

function makeReference(version: string) {
  const document = createOpenApiDocument(version);
  const styleHash = createHash('sha256').update(REFERENCE_STYLE).digest('base64');
  const headers = {
    // No script at all: a form sends each example into a frame below it.
    'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
  return { document, headers, page: renderReference(document) };
}
