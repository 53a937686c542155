import { Server } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { closeWhenIdle } from './graceful-shutdown.ts';

test('a stop closes connections soon after they become idle, and all others within 10 s', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const server = new Server();
  const idle = vi.spyOn(server, 'closeIdleConnections');
  const all = vi.spyOn(server, 'closeAllConnections');
  const { promise, resolve } = Promise.withResolvers<void>();
  const closing = closeWhenIdle([server], promise);
  vi.advanceTimersByTime(500);
  expect(idle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(idle).toHaveBeenCalled();
  vi.advanceTimersByTime(8_900);
  expect(all).not.toHaveBeenCalled();
  vi.advanceTimersByTime(400);
  expect(all).toHaveBeenCalled();
  resolve();
  await closing;
  expect(vi.getTimerCount()).toBe(0);
});
