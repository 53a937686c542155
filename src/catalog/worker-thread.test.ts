import { expect, test } from 'vitest';
import { ThreadError, threadError } from './worker-thread.ts';

const withCode = (code: string) => Object.assign(new Error('reason'), { code });

test.each([
  'ERR_WORKER_INIT_FAILED',
  'ERR_WORKER_OUT_OF_MEMORY',
  'EAGAIN',
  'EMFILE',
  'ENFILE',
  'ENOMEM',
])('a thread that ends with %s is reported as a lack of resources', (code) => {
  const cause = withCode(code);
  const error = threadError(cause);
  expect(error).toBeInstanceOf(ThreadError);
  expect(error).toMatchObject({
    name: 'ThreadError',
    cause,
    message:
      'A thread cannot start (reason): raise the limit on threads or files (pids.max, TasksMax, ulimit -u, ulimit -n), or lower --threads.',
  });
});

test('other errors of a thread are unchanged', () => {
  for (const error of [withCode('ENOENT'), new Error('reason'), 'reason']) {
    expect(threadError(error)).toBe(error);
  }
});
