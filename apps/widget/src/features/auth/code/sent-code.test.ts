import { expect, test } from 'vitest';
import { parseSentCode, type SentCode } from './sent-code.ts';

const sent: SentCode = { uuid: 'u', email: 'ada@example.com', sentAt: 1_000, nextAt: 61_000 };

test('C-84 a code that was asked for is found again while it is good', () => {
  expect(parseSentCode(JSON.stringify(sent), 599_000)).toEqual(sent);
  expect(parseSentCode(JSON.stringify(sent), 601_000)).toBeUndefined();
});

test.each([undefined, '', '{', 'null', '"text"', '{"uuid":"u"}', JSON.stringify({ ...sent, sentAt: '1000' })])(
  'C-84 what is not whole is none: %s',
  (text) => expect(parseSentCode(text, 2_000)).toBeUndefined(),
);
