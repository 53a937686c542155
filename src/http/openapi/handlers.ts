import { createHash } from 'node:crypto';
import { type AnsweredRoute, ROUTES } from '../routes.ts';
import { createOpenApiDocument } from './document.ts';
import { REFERENCE_STYLE, renderReference } from './reference-page.ts';

/** Answers `/openapi.json` and `/docs`, both made once. */
export function createOpenApiHandlers(version: string): readonly AnsweredRoute[] {
  const document = createOpenApiDocument(version);
  const page = renderReference(document);
  const styleHash = createHash('sha256').update(REFERENCE_STYLE).digest('base64');
  const headers = {
    // No script at all: a form sends each example into a frame below it.
    'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
  return [
    [ROUTES.openapi, (_request, reply) => void reply.send(document)],
    [
      ROUTES.reference,
      (_request, reply) => void reply.headers(headers).type('text/html; charset=utf-8').send(page),
    ],
  ];
}
