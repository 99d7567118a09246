import { expect, test } from 'vitest';
import { addressGroups, middleEllipsis } from './address-text.tsx';
import { addressQrText, evmLink } from '../deposit/address-card.tsx';

test('an address is read in groups of four', () => {
  expect(addressGroups('bc1qw508d6')).toEqual(['bc1q', 'w508', 'd6']);
  expect(addressGroups('')).toEqual([]);
});

test('a long text keeps its ends', () => {
  expect(middleEllipsis('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toBe('bc1qw508…v8f3t4');
  expect(middleEllipsis('bc1qw508v8f3t4x')).toBe('bc1qw508v8f3t4x');
});

test('a wallet gets the amount where its scheme is sure, else the bare address', () => {
  expect(addressQrText({ network: 'bitcoin', address: 'bc1q', amount: '0.01' })).toBe('bitcoin:bc1q?amount=0.01');
  expect(addressQrText({ network: 'bitcoin', address: 'bc1q' })).toBe('bitcoin:bc1q');
  expect(addressQrText({ network: 'ethereum', address: '0xab', amount: '1' })).toBe('0xab');
});

test.each([
  ['ether', '', 'ethereum:0xab@11155111?value=5000000000000000'],
  ['a token', '0xcd', 'ethereum:0xcd@11155111/transfer?address=0xab&uint256=5000000000000000'],
])('5-E15 a wallet’s link for %s names the chain, and the contract where there is one', (_what, token, link) =>
  expect(evmLink({ chainId: 11155111, token, address: '0xab', units: 5_000_000_000_000_000n })).toBe(link),
);
