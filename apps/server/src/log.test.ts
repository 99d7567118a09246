import { expect, test } from 'vitest';
import { createLog } from './log.ts';

test('an error that is no Error says what it is: the job queue reports its own as plain objects', () => {
  const lines: string[] = [];
  const log = createLog('error', { write: (line) => void lines.push(line) });
  log.error('the job queue failed', { error: { message: 'connect ECONNREFUSED', stack: 'at connect', queue: 'a' } });
  log.error('text', { error: 'broken' });
  const errors = lines.map((line): unknown => JSON.parse(line));
  expect(errors).toMatchObject([
    { error: { name: 'Error', message: 'connect ECONNREFUSED', stack: 'at connect' } },
    { error: { message: 'broken' } },
  ]);
});
