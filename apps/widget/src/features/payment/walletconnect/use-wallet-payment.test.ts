import { describe, expect, test } from 'vitest';
import { memoryStore } from '../../../lib/session/memory-store.ts';
import { askedPayments } from './use-wallet-payment.ts';

const transfer = { chainId: 8, token: '', address: '0xb2', units: 5n };

describe('5-E15 payments that a wallet was asked for', () => {
  test('every tab of the browser knows of the question until its money has come, or the wallet says no', () => {
    const store = memoryStore();
    const [one, other] = [askedPayments(store), askedPayments(store)];
    expect(other.isOpen(transfer, 0n)).toBe(false);
    one.keep(transfer, 0n);
    expect([other.isOpen(transfer, 0n), other.isOpen(transfer, 4n), other.isOpen(transfer, 5n)]).toEqual([
      true,
      true,
      false,
    ]);
    one.keep(transfer, undefined);
    expect(other.isOpen(transfer, 0n)).toBe(false);
  });

  test('the rest of a payment is a question of its own', () => {
    const asked = askedPayments(memoryStore());
    asked.keep(transfer, 0n);
    const rest = { ...transfer, units: 2n };
    expect(asked.isOpen(rest, 5n)).toBe(false);
    asked.keep(rest, 5n);
    expect([asked.isOpen(rest, 6n), asked.isOpen(rest, 7n)]).toEqual([true, false]);
  });

  test('another chain, token or address is another payment; the last twenty are kept, and nothing else is believed', () => {
    const store = memoryStore();
    const asked = askedPayments(store);
    asked.keep(transfer, 0n);
    for (const other of [{ chainId: 1 }, { token: '0xc3' }, { address: '0xd4' }])
      expect(asked.isOpen({ ...transfer, ...other }, 0n)).toBe(false);
    for (let index = 0; index < 19; index += 1) asked.keep({ ...transfer, address: `0x${index}` }, 0n);
    expect(asked.isOpen(transfer, 0n)).toBe(true);
    asked.keep({ ...transfer, address: '0x19' }, 0n);
    expect(asked.isOpen(transfer, 0n)).toBe(false);
    store.set('causeway.asked', '8::0xb2=much 8::0xb2');
    expect(asked.isOpen(transfer, 0n)).toBe(false);
  });
});
