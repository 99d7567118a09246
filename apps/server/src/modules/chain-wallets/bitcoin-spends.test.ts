import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { sendersOf } from './bitcoin-spends.ts';

test('a witness that holds no key of the curve names no sender and stops nothing', () => {
  const input = (publicKey: string) => ({ txid: 'a'.repeat(64), outputIndex: 0, publicKey });
  const generator = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
  const inputs = [input(`c0${'11'.repeat(32)}`), input(`02${'ff'.repeat(32)}`), input(''), input(generator)];
  const senders = sendersOf({ config: readConfig({}) }, { txid: 'b'.repeat(64), inputs, payments: [] });
  expect(senders).toEqual([expect.stringMatching(/^bcrt1q/)]);
});
