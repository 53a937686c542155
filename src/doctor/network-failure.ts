import type { NetworkFailure } from './report.ts';

// The doctor's words for why a request got no answer: DNS, refused, TLS, timeout.

const TLS = /^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|EPROTO$|HOSTNAME_)/;

/**
 * Says in plain words why a request got no answer.
 * @param error why the connection failed; `undefined` if it just ended.
 * @param timeoutMs the time limit in milliseconds, if it was reached.
 */
export function networkFailure(
  error: unknown,
  url: URL,
  timeoutMs: number | undefined,
): NetworkFailure {
  const { host, hostname, protocol } = url;
  if (timeoutMs !== undefined) {
    return {
      code: 'timeout',
      message: `${host} did not answer within the check's limit of ${timeoutMs} ms.`,
    };
  }
  const code = codeOf(error);
  switch (code) {
    case 'ENOTFOUND':
      return { code: 'dns', message: `The host ${hostname} does not exist.` };
    case 'EAI_AGAIN':
      return { code: 'dns', message: `The name server did not answer for ${hostname}.` };
    case 'ECONNREFUSED':
      return { code: 'refused', message: `Nothing listens at ${host}: it refused to connect.` };
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EADDRNOTAVAIL':
      return { code: 'unreachable', message: `There is no route to ${host} from here (${code}).` };
    case 'ETIMEDOUT':
      return { code: 'timeout', message: `${host} did not accept the connection in time.` };
    case 'ECONNRESET':
    case 'EPIPE':
    case undefined:
      return { code: 'reset', message: `${host} closed the connection without an answer.` };
    default:
  }
  if (protocol === 'https:' && TLS.test(code)) {
    const reason = error instanceof Error ? error.message.trim() : code;
    return {
      code: 'tls',
      message:
        code === 'EPROTO' || code.startsWith('ERR_SSL_')
          ? `${host} does not speak TLS as expected (${code}). Is it plain http?`
          : `The certificate of ${host} is not trusted: ${reason} (${code}).`,
    };
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return { code: 'not-http', message: `${host} sent headers that are too large.` };
  }
  if (code.startsWith('HPE_')) {
    return { code: 'not-http', message: `${host} answered with something that is not HTTP.` };
  }
  return { code: 'network', message: `${host} could not be reached (${code}).` };
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code: unknown = Reflect.get(error, 'code');
  if (typeof code === 'string') return code;
  // A host with several addresses has one failure for each.
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return error.name;
}
