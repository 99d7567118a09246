import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evmLink } from '../../../parts/deposit/address-card.tsx';
import { buildTransaction } from './evm-transaction.ts';

const digits = fc.array(fc.constantFrom(...'0123456789abcdefABCDEF'), { minLength: 39, maxLength: 39 });
const address = fc.tuple(fc.constantFrom(...'123456789abcdef'), digits).map(([one, all]) => `0x${one}${all.join('')}`);
const units = fc.bigInt({ min: 1n, max: 2n ** 256n - 1n });
const chainId = fc.integer({ min: 1, max: 2 ** 31 });

describe('5-E15 the transaction that a wallet is asked for', () => {
  test('ether goes to the address of the order, exact to the last unit, and calls nothing', () => {
    fc.assert(
      fc.property(chainId, address, units, (chainId, address, units) => {
        const { to, value, data } = buildTransaction({ chainId, token: '', address, units });
        expect({ to, value: BigInt(value), data }).toEqual({ to: address, value: units, data: '0x' });
        expect(value).toMatch(/^0x[1-9a-f][0-9a-f]*$/);
        expect(evmLink({ chainId, token: '', address, units })).toBe(
          `ethereum:${to}@${chainId}?value=${BigInt(value)}`,
        );
      }),
    );
  });

  test('a token is sent by its contract, with no ether: who gets it and how much are in two words', () => {
    fc.assert(
      fc.property(chainId, address, address, units, (chainId, token, address, units) => {
        const { to, value, data } = buildTransaction({ chainId, token, address, units });
        expect([to, value]).toEqual([token, '0x0']);
        const [, call, receiver, amount] = /^(0x[0-9a-f]{8})([0-9a-f]{64})([0-9a-f]{64})$/.exec(data) ?? [];
        expect(call).toBe('0xa9059cbb');
        expect(receiver).toBe(address.slice(2).toLowerCase().padStart(64, '0'));
        expect(BigInt(`0x${amount}`)).toBe(units);
      }),
    );
  });

  const good = { chainId: 1, token: '', address: `0x${'a1'.repeat(20)}`, units: 1n };
  test.each<[what: string, change: Partial<typeof good>]>([
    ['no amount', { units: 0n }],
    ['less than none', { units: -1n }],
    ['more than a word holds', { units: 2n ** 256n }],
    ['no address', { address: '' }],
    ['an address of another chain', { address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' }],
    ['the address without an owner', { address: `0x${'0'.repeat(40)}` }],
    ['a contract that is none', { token: '0x12' }],
  ])('%s is refused', (_what, change) =>
    expect(() => buildTransaction({ ...good, ...change })).toThrow(/is no|has an/),
  );
});
