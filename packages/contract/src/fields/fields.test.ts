import { expect, test } from 'vitest';
import { someText } from './fields.ts';

test.each([
  ['lines and tabs', 'Hello,\r\n\tI have a question.\n', true],
  ['another script', 'Де мої гроші? 🙂', true],
  ['what moves a cursor', 'x\n\u001b[8A\r\u001b[Jfrom  client@example.com', false],
  ['a C1 control', 'x\u009b8A', false],
  ['a turned direction', 'x\u202Etxt', false],
  ['nothing but spaces', ' \n ', false],
])('text of several lines: %s', (_what, text, isTaken) => {
  expect(someText(100).safeParse(text).success).toBe(isTaken);
});
