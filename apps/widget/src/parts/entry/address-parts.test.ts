import { expect, test } from 'vitest';
import { addressGroups, middleEllipsis } from './address-text.tsx';
import { addressQrText } from '../deposit/address-card.tsx';

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
