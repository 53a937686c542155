import { createHmac, hash } from 'node:crypto';

// Signs requests for S3 and compatible storages: Signature Version 4
// (https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html).

/** The hash of the body is left out: TLS protects it, and readers verify the index's hash. */
const PAYLOAD = 'UNSIGNED-PAYLOAD';
const SIGNED = 'host;x-amz-content-sha256;x-amz-date';

/** Returns the headers that authorize a request. */
export function s3Headers(
  { host, pathname }: URL,
  method: string,
  { keyId, secret, region }: Readonly<Record<'keyId' | 'secret' | 'region', string>>,
  now = new Date(),
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = [time.slice(0, 8), region, 's3', 'aws4_request'];
  const headers = { 'x-amz-content-sha256': PAYLOAD, 'x-amz-date': time };
  const signedHeaders = Object.entries({ host, ...headers }).map(
    ([name, value]) => `${name}:${value}\n`,
  );
  // URLs leave characters unencoded that S3 encodes.
  const path = pathname.replace(
    /[^\w./~%-]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  // The empty string is the query.
  const request = [method, path, '', signedHeaders.join(''), SIGNED, PAYLOAD].join('\n');
  const text = ['AWS4-HMAC-SHA256', time, scope.join('/'), hash('sha256', request)].join('\n');
  const key = scope.reduce<string | Buffer>(
    (before, part) => createHmac('sha256', before).update(part).digest(),
    `AWS4${secret}`,
  );
  const signature = createHmac('sha256', key).update(text).digest('hex');
  const credential = `${keyId}/${scope.join('/')}`;
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${SIGNED}, Signature=${signature}`;
  return { ...headers, authorization };
}
