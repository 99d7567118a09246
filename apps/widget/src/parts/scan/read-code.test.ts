import { expect, test } from 'vitest';
import { addressOfCode } from './read-code.ts';

test.each([
  ['an address alone', ' bc1qw508d6 ', 'bc1qw508d6'],
  ['of a link with an amount', 'bitcoin:bc1qw508d6?amount=0.01&label=Me', 'bc1qw508d6'],
  ['of one in capitals, as codes are made small', 'BITCOIN:BC1QW508D6', 'BC1QW508D6'],
  ['of one with a chain', 'ethereum:0xAb@1?value=1e18', '0xAb'],
  ['of one that says what it is', 'ethereum:pay-0xAb@1', '0xAb'],
  ['of who is paid with a token, and not of its contract', 'ethereum:0xCd@1/transfer?address=0xAb&uint256=5', '0xAb'],
  ['of one with slashes', 'litecoin://ltc1q?amount=1', 'ltc1q'],
])('5-E15 the address %s', (_what, code, address) => expect(addressOfCode(code)).toBe(address));
