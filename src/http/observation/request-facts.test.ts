import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { requestIds } from './request-facts.ts';

const NEW = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/;

test.each([
  ['a trusted proxy', true, 'Ab:3=@/+-._', 'Ab:3=@/+-._'],
  ['a trusted proxy', true, 'a'.repeat(128), 'a'.repeat(128)],
  ['a trusted proxy', true, 'a'.repeat(129), NEW],
  ['a trusted proxy', true, 'a b', NEW],
  ['a trusted proxy', true, 'a\n', NEW],
  ['a trusted proxy', true, '', NEW],
  ['a trusted proxy', true, undefined, NEW],
  ['another caller', false, 'abc', NEW],
])('with %s (%j) that sends the ID %j, the ID is %s', (_, isTrusted, given, id) => {
  const request = new IncomingMessage(new Socket());
  if (given !== undefined) request.headers['x-request-id'] = given;
  expect(requestIds(() => isTrusted)(request)).toEqual(
    typeof id === 'string' ? id : expect.stringMatching(id),
  );
});
