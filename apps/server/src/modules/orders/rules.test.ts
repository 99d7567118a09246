import { randomBytes } from 'node:crypto';
import { niceId } from '@causeway/contract/fields/fields';
import { describe, expect, test } from 'vitest';
import { hashBody } from '../idempotency/answer-once.ts';
import { identifyCall } from './place-order-call.ts';
import { makeNiceId } from './insert-order.ts';

test('an order number is a capability of 80 random bits in the alphabet of the contract', () => {
  const random = { bytes: (length: number) => randomBytes(length) };
  const made = new Set(Array.from({ length: 500 }, () => makeNiceId(random)));
  expect(made.size).toBe(500);
  for (const text of made) expect(niceId.safeParse(text).success).toBe(true);
  expect(makeNiceId({ bytes: (length) => new Uint8Array(length).fill(255) })).toBe('CWZZZZZZZZZZZZZZZZ');
  expect(makeNiceId({ bytes: (length) => new Uint8Array(length) })).toBe('CW0000000000000000');
});

describe('the same call again', () => {
  const request = { payinAmount: '250', gRecaptchaResponse: 'token' };
  test('is known by its captcha token when the client sends no key', () => {
    expect(identifyCall('c1', request, undefined)).toEqual(identifyCall('c1', { ...request }, undefined));
    expect(identifyCall('c1', request, undefined).key).not.toContain('token');
  });
  test('may carry another captcha token under the client’s own key', () => {
    expect(identifyCall('c1', request, 'k')).toEqual(
      identifyCall('c1', { ...request, gRecaptchaResponse: 'new' }, 'k'),
    );
  });
  test('belongs to its client', () => {
    expect(identifyCall('c1', request, 'k').actor).not.toBe(identifyCall('c2', request, 'k').actor);
  });
  test('without captcha and key is refused', () => {
    expect(() => identifyCall('c1', { payinAmount: '250' }, undefined)).toThrow('WRONG_CAPTCHA');
  });
  test('hashes fields whatever their order', () => {
    expect(hashBody({ first: '1', second: { third: true, fourth: [1] } })).toEqual(
      hashBody({ second: { fourth: [1], third: true }, first: '1' }),
    );
    expect(hashBody({ first: '1' })).not.toEqual(hashBody({ first: '2' }));
  });
});
