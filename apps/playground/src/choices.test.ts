import { expect, test } from 'vitest';
import { chosen, readShared, writeShared } from './choices.ts';

test('a shared link brings back what was chosen, and nothing else', () => {
  const choices = { partnerKey: 'pk_test_shop', brand: 'e6007a', flags: 'hideCoupon showClose', description: 'a & b' };
  expect(readShared(writeShared(choices))).toEqual(choices);
  expect(readShared('sessionToken=cwst_1&origin=https://other.example&payinAmount=5&toString=1')).toEqual({
    payinAmount: '5',
  });
});

test('what is left empty is left out', () => {
  expect(chosen({ payinAmount: '', partnerKey: 'pk_a' })).toEqual([['partnerKey', 'pk_a']]);
});
