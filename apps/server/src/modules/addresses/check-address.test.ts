import { describe, expect, test } from 'vitest';
import { checkAddress, knowsNetwork } from './check-address.ts';
import { currencyList } from '@causeway/domain/currencies/currency-list';

const check = (network: string, text: string) => checkAddress(network, text, 'mainnet');

/** Published addresses, each with its source beside it. */
const sound: readonly [network: string, source: string, address: string][] = [
  ['bitcoin', 'BIP 173', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['bitcoin', 'BIP 350', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
  ['bitcoin', 'the genesis block', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['litecoin', 'BIP 173 key under the prefix of Litecoin Core', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'],
  ['litecoin', 'wallet-address-validator, tests', 'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9'],
  ['bitcoin_cash', 'CashAddr specification', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
  ['bitcoin_cash', 'CashAddr specification, a script', 'bitcoincash:ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq'],
  ['dogecoin', 'a record of the name qdqdqd.eth', 'DBs4WcRE7eysKwRxHNX88XZVCQ9M6QSUSz'],
  ['ethereum', 'EIP-55', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['bsc', 'EIP-55', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
  ['polygon', 'EIP-55', '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'],
  ['avalanche', 'EIP-55', '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'],
  ['tron', 'the USDT contract', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['ripple', 'the genesis account (xrpl.org)', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'],
  ['ripple', 'ACCOUNT_ZERO (xrpl.org)', 'rrrrrrrrrrrrrrrrrrrrrhoLvTp'],
  ['stellar', 'SEP-23', 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'],
  ['solana', 'the token program', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'],
  [
    'cardano',
    'CIP-19, type 0',
    'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x',
  ],
  ['cardano', 'CIP-19, type 6', 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8'],
  ['polkadot', 'the Polkadot wiki, Alice', '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'],
  [
    'monero',
    'getmonero.org, donations',
    '888tNkZrPN6JsEgekjMnABU4TBzc2Dt29EPAvkRxbANsAnjyPbb3iQ1YBRk1UXcdRsiKc9dhwMVgN5S9cQUiyoogDavup3H',
  ],
  ['ton', 'TEP-2', 'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF'],
  ['cosmos', 'the Cosmos Hub, distribution module', 'cosmos1jv65s3grqf6v6jl3dp4t6c9t9rk99cd88lyufl'],
];

const refused: readonly [network: string, reason: string, name: string, address: string][] = [
  ['litecoin', 'checksum', 'a wrong letter', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4nq'],
  ['litecoin', 'other_network', 'an address of Bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['bitcoin_cash', 'checksum', 'a wrong letter', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6q'],
  ['bitcoin_cash', 'checksum', 'the prefix of the test network', 'bchtest:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
  ['bitcoin_cash', 'malformed', 'an old form, which is Bitcoin’s too', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['dogecoin', 'checksum', 'a wrong letter', 'DBs4WcRE7eysKwRxHNX88XZVCQ9M6QSUSy'],
  ['dogecoin', 'other_network', 'an address of Bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['ethereum', 'checksum', 'one capital changed', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed'],
  ['ethereum', 'malformed', 'a digit too few', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe'],
  ['ethereum', 'malformed', 'no beginning', '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['tron', 'checksum', 'a wrong letter', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u'],
  ['tron', 'other_network', 'an address of Bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['tron', 'malformed', 'an address of Ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['ripple', 'checksum', 'a wrong letter', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTj'],
  ['stellar', 'checksum', 'a wrong letter', 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGY'],
  ['stellar', 'malformed', 'a seed', 'SBU2RRGLXH3E5CQHTD3ODLDF2BWDCYUSSBLLZ5GNW7JXHDIYKXZWHOKR'],
  ['solana', 'malformed', 'too short', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623'],
  ['cardano', 'other_network', 'the test network', 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz'],
  ['cardano', 'other_network', 'a stake address', 'stake1uyehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gh6ffgw'],
  ['cardano', 'checksum', 'a wrong letter', 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrlq'],
  ['polkadot', 'other_network', 'Alice on Substrate', '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'],
  ['polkadot', 'checksum', 'a wrong letter', '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp6'],
  [
    'monero',
    'checksum',
    'a wrong letter',
    '888tNkZrPN6JsEgekjMnABU4TBzc2Dt29EPAvkRxbANsAnjyPbb3iQ1YBRk1UXcdRsiKc9dhwMVgN5S9cQUiyoogDavup3J',
  ],
  ['ton', 'checksum', 'a wrong letter', 'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHE'],
  ['ton', 'other_network', 'the test network', 'kQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPgpP'],
  ['cosmos', 'other_network', 'the distribution module of Osmosis', 'osmo1jv65s3grqf6v6jl3dp4t6c9t9rk99cd80yhvld'],
  ['cosmos', 'checksum', 'a wrong letter', 'cosmos1jv65s3grqf6v6jl3dp4t6c9t9rk99cd88lyufq'],
];

describe('3-17 destination addresses', () => {
  test.each(sound)('%s: takes the one of %s', (network, _source, address) => {
    expect(check(network, address)).toEqual({ isValid: true, address });
  });

  test.each(refused)('%s: refuses as %s: %s', (network, reason, _name, address) => {
    expect(check(network, address)).toEqual({ isValid: false, reason });
  });

  test.each(currencyList.filter(({ network }) => network !== '').map(({ network }) => network))(
    'knows what addresses of %s look like, and that no text is none',
    (network) => {
      expect(knowsNetwork(network)).toBe(true);
      for (const text of ['', ' ', '0', '<b>', 'ａｄｄｒ', '1'.repeat(500)])
        expect(check(network, text).isValid).toBe(false);
    },
  );

  test.each([
    ['ethereum', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['ethereum', '0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    [
      'bitcoin_cash',
      'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
      'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
    ],
    ['litecoin', 'LTC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KGMN4N9', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'],
    ['ton', 'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff+W72r5gqPrHF', 'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF'],
  ])('%s: keeps %s in its usual form', (network, text, address) => {
    expect(check(network, text)).toEqual({ isValid: true, address });
  });
});
