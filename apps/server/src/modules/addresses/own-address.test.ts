import { HDKey } from '@scure/bip32';
import { hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import { findChainFaults } from '../../config/config-providers.ts';
import { readConfig } from '../../config/config.ts';
import { depositWallet } from '../chain-wallets/wallets.ts';
import { childrenMax } from '../../providers/deposit-key.ts';
import { deriveAddress, firstPlace } from './own-address.ts';

// Seed of BIP 39's test vector, the mnemonic "abandon … about" without a passphrase.
const seed =
  '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4';
const account = (path: string) => HDKey.fromMasterSeed(hexToBytes(seed)).derive(path).publicExtendedKey;
const keys = {
  BITCOIN_DEPOSIT_XPUB: account("m/84'/0'/0'"),
  BITCOIN_NETWORK: 'mainnet',
  ETHEREUM_DEPOSIT_XPUB: account("m/44'/60'/0'"),
} as const;

describe('addresses of orders from the public half of a key', () => {
  test.each([
    ['bitcoin', '0/0', 0n, 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
    ['bitcoin', '0/1', 1n, 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g'],
    ['ethereum', '0/0', 0n, '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'],
  ] as const)('%s, path %s (BIP 84, BIP 44)', (chain, keyPath, keyIndex, address) => {
    expect(deriveAddress(keys, chain, keyIndex)).toEqual({ address, keyPath });
  });

  test('the private half signs for the same address', () => {
    const config = readConfig({});
    expect(depositWallet(config, 7n).address).toBe(deriveAddress(config, 'ethereum', 7n).address);
    const later = 27_000_000n * childrenMax + 9n;
    expect(depositWallet(config, later).address).toBe(deriveAddress(config, 'ethereum', later).address);
    expect(deriveAddress(config, 'bitcoin', later).keyPath).toBe('27000000/9');
  });

  test('a server that only serves needs no private half; one that runs jobs does, and the right one', () => {
    const config = { ...readConfig({}), ETHEREUM_DEPOSIT_XPRV: undefined };
    expect(findChainFaults({ ...config, ROLE: 'web' })).toEqual([]);
    expect(findChainFaults({ ...config, ROLE: 'worker' })).toEqual([expect.stringMatching(/^ETHEREUM_DEPOSIT_XPRV/)]);
    expect(() => readConfig({ ETHEREUM_DEPOSIT_XPUB: keys.ETHEREUM_DEPOSIT_XPUB })).toThrow(/is not the private half/);
  });
});

describe('the places of two lives of a database never meet', () => {
  const at = (text: string) => new Date(text);
  const firstDay = firstPlace(5, at('2026-11-26T10:00:00Z'));

  test.each([
    ['the same copy put back a minute later', 5, '2026-11-26T10:01:00Z'],
    ['a later copy', firstDay + 10, '2026-11-26T10:01:00Z'],
    ['a clock that is a day behind', firstDay + 10, '2026-11-25T10:00:00Z'],
    ['a clock of another age', 5, '2199-01-01T00:00:00Z'],
    ['a clock that was never set', 5, '1970-01-01T00:00:00Z'],
  ])('%s', (_what, nextPlace, begunAt) => {
    const place = firstPlace(nextPlace, at(begunAt));
    // As many as a client may have been given before the next life began.
    expect(Math.abs(place - firstDay)).toBeGreaterThanOrEqual(60);
    expect(place).toBeGreaterThan(nextPlace + 19);
    expect(place).toBeLessThan(2 ** 31);
  });

  test('after a clock that was in the future, two of the same copy have their own', () => {
    const future = firstPlace(5, at('2040-01-01T00:00:00Z'));
    const lives = ['2026-11-26T10:00:00Z', '2026-11-26T10:01:00Z'].map((begunAt) => firstPlace(future, at(begunAt)));
    expect(Math.min(...lives)).toBeGreaterThan(future + 1_000_000 - 1);
    expect(Math.abs((lives[0] ?? 0) - (lives[1] ?? 0))).toBe(60);
  });
});
