import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platform } from 'node:process';
import { describe, expect, onTestFinished, test } from 'vitest';
import { HAS_OPENSSL, makeCertificate } from '../../../test/http/certificates.ts';
import { expiryWarning, followTls, readTls, type TlsNotice } from './tls.ts';

const DAY_MS = 86_400_000;

describe.skipIf(!HAS_OPENSSL || platform === 'win32')(
  'a certificate (skipped without openssl)',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'food-lookup-tls-'));
    const [one, two] = [makeCertificate(folder, 'one'), makeCertificate(folder, 'two')];

    test('a certificate that is a pipe is refused without waiting', () => {
      const pipe = join(folder, 'pipe');
      execFileSync('mkfifo', [pipe]);
      expect(() => readTls({ ...one, cert: pipe })).toThrow(`"${pipe}": it is not a regular file`);
      expect(() => readTls({ ...one, key: pipe })).toThrow(`"${pipe}": it is not a regular file`);
    });

    test('a file that is missing, or a key of another certificate, is named', () => {
      const none = join(folder, 'none');
      expect(() => readTls({ ...one, cert: none })).toThrow(
        `Cannot read "${none}": ENOENT: no such file or directory`,
      );
      expect(() => readTls({ ...one, key: two.key })).toThrow(
        /^Cannot use certificate ".*one\.crt" with key ".*two\.key": .*\. Check that both are PEM files and match each other\.$/,
      );
    });

    test('a certificate is reported from two weeks before it expires', () => {
      const inDays = (days: number) => expiryWarning(one, Date.now() + days * DAY_MS);
      expect(inDays(-12.1)).toBeUndefined();
      const { validToDate } = new X509Certificate(readFileSync(one.cert));
      const date = validToDate.toISOString().slice(0, 10);
      const soon = `Certificate "${one.cert}" expires on ${date}: renew it before then.`;
      expect([inDays(-11.9), inDays(1)]).toEqual([soon, soon]);
      expect(inDays(3)).toBe(
        `Certificate "${one.cert}" expired on ${date}: browsers refuse it. Renew it.`,
      );
    });

    test('a certificate is reported once when renewed, and once when unusable', async () => {
      const served = { cert: join(folder, 'served.crt'), key: join(folder, 'served.key') };
      const write = (pair: typeof one, part: 'cert' | 'key') =>
        copyFileSync(pair[part], served[part]);
      write(one, 'cert');
      write(one, 'key');
      const notices: TlsNotice[] = [];
      const used: unknown[] = [];
      const server = { setSecureContext: (options: unknown) => used.push(options) };
      const stopped: TlsNotice[] = [];
      followTls(served, readTls(served), server, (notice) => stopped.push(notice))();
      onTestFinished(followTls(served, readTls(served), server, (notice) => notices.push(notice)));
      const levels = () => notices.map(({ level }) => level);
      expect(levels()).toEqual(['warn']);
      write(two, 'cert');
      write(two, 'key');
      await expect.poll(levels).toEqual(['warn', 'info', 'warn']);
      expect(notices[1]?.message).toBe(`Certificate "${served.cert}" has changed and is in use.`);
      expect(used).toEqual([readTls(two)]);
      expect(stopped).toHaveLength(1);
      write(one, 'key');
      await expect.poll(levels).toEqual(['warn', 'info', 'warn', 'error']);
      expect(notices.at(-1)?.message).toContain('The previous certificate stays in use.');
      write(two, 'key');
      expect(used).toHaveLength(1);
    });
  },
);
