import { arch, platform } from 'node:process';

/** Returns why the browser tests are skipped on this machine; `undefined` if they can run. */
export function whyNoChromium(): string | undefined {
  if (platform === 'linux' && arch === 'x64') return undefined;
  return `@sparticuz/chromium has no Chromium for ${platform} on ${arch}`;
}
