import { arch, platform } from 'node:process';

/** Why the browser tests are skipped on this machine; `undefined` where they run. */
export function whyNoChromium(): string | undefined {
  if (platform === 'linux' && arch === 'x64') return undefined;
  return `@sparticuz/chromium has no Chromium for ${platform} on ${arch}`;
}
