import { describe, expect, test } from 'vitest';
import { checkAddress } from './networks.ts';

const regtest = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

describe('Bitcoin addresses', () => {
  test.each([
    ['P2WPKH', 'regtest', regtest],
    ['P2WPKH', 'mainnet', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['P2WSH', 'mainnet', 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'],
    ['P2TR (bech32m)', 'mainnet', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
    ['P2PKH', 'mainnet', '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'],
    ['P2SH', 'mainnet', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
    ['P2PKH', 'testnet', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
    ['P2WPKH', 'testnet', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
  ] as const)('takes %s of %s', (_kind, network, address) => {
    expect(checkAddress(address, network)).toMatchObject({ isValid: true, address });
  });

  test('keeps bech32 in lower case', () => {
    expect(checkAddress(regtest.toUpperCase(), 'regtest')).toMatchObject({ isValid: true, address: regtest });
  });

  test.each([
    ['checksum', 'one wrong letter', 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt08q'],
    ['checksum', 'two letters swapped', 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt008'],
    ['checksum', 'bech32 where bech32m belongs', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd'],
    ['checksum', 'base58 with a wrong letter', '1BoatSLRHtKNngkdXEeobR76b53LETtpyX'],
    ['malformed', 'mixed letters', 'bcrt1QW508d6qejxtdg4y5r3zarvary0c5xw7kygt080'],
    ['malformed', 'an Ethereum address', '0x52908400098527886E0F7030069857D2E4169EE7'],
    ['malformed', 'empty text', ''],
    ['malformed', 'markup', '<b>bc1</b>'],
    ['malformed', 'full-width letters', 'ｂｃ１ｑｗ５０８'],
    ['other_network', 'a mainnet address', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['other_network', 'an old mainnet address', '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'],
    ['other_network', 'a testnet address', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
  ] as const)('refuses as %s on regtest: %s', (reason, _name, address) => {
    expect(checkAddress(address, 'regtest')).toEqual({ isValid: false, reason });
  });
});
