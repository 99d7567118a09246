import { expect, test } from 'vitest';
import { readEnvelope } from './read-envelope.ts';

test.each([undefined, null, 'ready', 7, [], {}, { event: 7 }, { event: null, payload: {} }])(
  '%o of another script is not one of our messages',
  (data) => {
    expect(readEnvelope(data)).toBeUndefined();
  },
);

test('an envelope is taken apart without judging it', () => {
  expect(readEnvelope({ causeway: 1, event: 'reset', payload: 4, session: 's' })).toEqual({
    version: 1,
    event: 'reset',
    payload: 4,
    session: 's',
  });
});
