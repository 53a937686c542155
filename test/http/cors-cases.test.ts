import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createFoodLookup, type FoodLookup, type OriginSetting } from '../../src/index.ts';
import { readCases } from '../cases/read-cases.ts';
import { SMALL_DATABASE } from '../small-database.ts';
import { send, tokensOf, type WireRequest, type WireResponse } from './send.ts';

const expected = z.union([z.string(), z.object({ tokens: z.array(z.string()) })]);
const request = z.object({
  method: z.string(),
  path: z.string(),
  headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
});
const cases = z.array(
  z.object({
    name: z.string(),
    level: z.enum(['must', 'should', 'decision']),
    config: z.looseObject({ origin: z.unknown() }),
    request,
    before: z.array(request).default([]),
    repeat: z.number().default(1),
    revalidate: z.boolean().default(false),
    count: z.record(z.string(), z.number()).default({}),
    expect: z.object({
      status: z.number().optional(),
      bodyLacks: z.union([z.string(), z.array(z.string())]).optional(),
      headers: z.object({
        present: z.record(z.string(), expected).default({}),
        absent: z.array(z.string()).default([]),
        lacksTokens: z.record(z.string(), z.array(z.string())).default({}),
      }),
    }),
  }),
);

const regExp = z.object({ $regexp: z.object({ source: z.string(), flags: z.string() }) });
const fn = z.object({ $fn: z.looseObject({ kind: z.string() }) });

/** Converts a setting from its JSON form. */
function revive(value: unknown): unknown {
  const pattern = regExp.safeParse(value);
  if (pattern.success) return new RegExp(pattern.data.$regexp.source, pattern.data.$regexp.flags);
  const ask = fn.safeParse(value);
  if (ask.success) return reviveFunction(ask.data.$fn);
  return Array.isArray(value) ? value.map(revive) : value;
}

type Answer = (error: Error | null, decision?: unknown) => void;

function reviveFunction({ kind, ...given }: Record<string, unknown> & { kind: string }): unknown {
  const result = revive(given.result);
  switch (kind) {
    case 'callback':
      return (_origin: string | undefined, answer: Answer) => {
        const error = given.error === undefined ? null : new Error(String(given.error));
        if (given.delayMs === undefined) answer(error, result);
        else setTimeout(answer, Number(given.delayMs), error, result);
      };
    case 'allowlist':
      return (origin: string | undefined, answer: Answer) =>
        answer(null, Array.isArray(given.allow) && given.allow.includes(origin));
    case 'throw':
      return () => {
        throw new Error(String(given.error ?? 'thrown'));
      };
    case 'promise':
      return async () => {
        if (given.error !== undefined) throw new Error(String(given.error));
        return result;
      };
    case 'twice':
      return (_origin: string | undefined, answer: Answer) => {
        answer(null, revive(given.first));
        answer(null, revive(given.second));
      };
    default:
      throw new Error(`no such kind of function: ${kind}`);
  }
}

/** Services by their settings, since many cases have the same ones. */
const services = new Map<string, FoodLookup>();
afterAll(() => Promise.all([...services.values()].map((service) => service.close())));

/** Returns the URL of a service with these `cors` options. */
async function serviceWith(config: z.infer<typeof cases>[number]['config']): Promise<string> {
  const key = JSON.stringify(config);
  const cors = { ...config, origin: revive(config.origin) as OriginSetting };
  const options = { port: 0, logLevel: 'silent', database: SMALL_DATABASE, cors } as const;
  const service = services.get(key) ?? (await createFoodLookup(options));
  services.set(key, service);
  return service.listen();
}

function toWire({ method, path, headers }: z.infer<typeof request>): WireRequest {
  const named = path.replace('{OK}', '/api/food?q=egg').replace('{MISSING}', '/api/nothing-here');
  return { method, path: named, headers };
}

describe('CORS cases', () => {
  test.each(cases.parse(JSON.parse(readCases('cors.json'))))('$level: $name', async (one) => {
    const url = await serviceWith(one.config);

    for (const earlier of one.before) await send(url, toWire(earlier));
    const wire = toWire(one.request);
    for (let time = 0; time < one.repeat; time += 1) check(await send(url, wire), one);
    if (one.revalidate) {
      const [etag = ''] = (await send(url, wire)).headers.get('etag') ?? [];
      const headers = { ...wire.headers, 'If-None-Match': etag };
      const response = await send(url, { ...wire, headers });
      expect(response.status).toBe(304);
      check(response, { ...one, expect: { ...one.expect, status: 304 } });
    }
  });
});

function check(response: WireResponse, one: z.infer<typeof cases>[number]): void {
  const { status, headers, bodyLacks } = one.expect;
  if (status !== undefined) expect(response.status).toBe(status);
  for (const [name, value] of Object.entries(headers.present)) {
    if (typeof value === 'string') expect(response.headers.get(name), name).toEqual([value]);
    else
      expect(tokensOf(response, name), name).toEqual(
        expect.arrayContaining(value.tokens.map((token) => token.toLowerCase())),
      );
  }
  for (const name of headers.absent) expect(response.headers.get(name), name).toBeUndefined();
  for (const [name, lacking] of Object.entries(headers.lacksTokens)) {
    for (const token of lacking)
      expect(tokensOf(response, name)).not.toContain(token.toLowerCase());
  }
  for (const [name, lines] of Object.entries(one.count)) {
    expect(response.headers.get(name), name).toHaveLength(lines);
  }
  for (const text of [bodyLacks ?? []].flat()) expect(response.body).not.toContain(text);
}
