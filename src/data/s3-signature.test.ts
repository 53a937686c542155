import { expect, test, vi } from 'vitest';
import { openStorage, s3Headers } from './index-storage.ts';

test('a request is signed as curl --aws-sigv4 signs it', () => {
  const access = { keyId: 'AKIDEXAMPLE', secret: 'wJalr/XUtn+FEMI', region: 'eu-central-1' };
  const url = new URL('http://bucket.example/a%20folder/manifest.json');
  const time = new Date('2026-11-24T00:16:29.123Z');
  expect(s3Headers(url, 'GET', access, time)).toEqual({
    'x-amz-content-sha256': 'UNSIGNED-PAYLOAD',
    'x-amz-date': '20261124T001629Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20261124/eu-central-1/s3/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=021a5beee16e903e0239b1961814cc659206e26ef56c6905f27452699cfbc3bb',
  });
});

test('a storage is S3 if its address names a region', async () => {
  const sent: Request[] = [];
  using _ = vi.spyOn(globalThis, 'fetch').mockImplementation(async (request) => {
    if (request instanceof Request) sent.push(request);
    return new Response();
  });
  const { name, send } = openStorage(
    'https://id:se%2Fcret@b.example/foods/?s3-region=eu-central-1',
  );
  await send('manifest.json', { method: 'PUT', headers: { 'if-match': '"1"' }, body: '{}' });
  const [request] = sent;
  expect(request?.url).toBe('https://b.example/foods/manifest.json');
  const headers = Object.fromEntries(request?.headers ?? []);
  expect(headers).toMatchObject({ 'if-match': '"1"', 'x-amz-date': expect.any(String) });
  expect(headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=id\/\d{8}\/eu-central-1\/s3/);
  expect(`${name} ${JSON.stringify(headers)}`).not.toContain('cret');
});
