import {
  CorsConfigurationError,
  type CorsOptions,
  createCorsPolicy,
  type OriginSetting,
} from './index.ts';

// Asks a policy for the headers of responses, as servers do.

export const A = 'https://a.example';
export const B = 'https://b.example';

/** Returns the headers of a response to a request from `origin`. */
export async function answer(
  options: CorsOptions,
  origin: string | undefined,
): Promise<Readonly<Record<string, string>>> {
  const policy = createCorsPolicy(options);
  return policy.responseHeaders(await policy.decide(origin));
}

export async function preflight(
  options: CorsOptions,
  origin: string | undefined,
  requested?: string,
): Promise<Readonly<Record<string, string>>> {
  const policy = createCorsPolicy(options);
  return policy.preflightHeaders(await policy.decide(origin), requested);
}

export const ALLOW_ORIGIN = 'Access-Control-Allow-Origin';
/** Returns the Access-Control-Allow-Origin that a policy sends. */
export const allowed = async (origin: OriginSetting, asking: string | undefined) =>
  (await answer({ origin }, asking))[ALLOW_ORIGIN];

/** Makes an invalid value pass the compiler, as in a plain JavaScript program. */
export function untyped(value: unknown): OriginSetting {
  const box: { setting: OriginSetting } = { setting: false };
  Reflect.set(box, 'setting', value);
  return box.setting;
}

/** Makes an invalid list of names pass the compiler. */
export function untypedNames(value: unknown): readonly string[] {
  const box: { names: readonly string[] } = { names: [] };
  Reflect.set(box, 'names', value);
  return box.names;
}

/** Returns the errors in options, as `where: code`. */
export function faultsOf(options: CorsOptions): readonly string[] {
  try {
    createCorsPolicy(options);
    return [];
  } catch (error) {
    if (!(error instanceof CorsConfigurationError)) throw error;
    return error.faults.map(({ where, code }) => `${where}: ${code}`);
  }
}
