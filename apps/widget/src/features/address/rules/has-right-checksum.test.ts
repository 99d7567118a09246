import { expect, test } from 'vitest';
import { hasRightChecksum } from './has-right-checksum.ts';

// Published vectors: BIP 173, BIP 350, ERC-55, and the contract of Tether on Tron.
test.each([
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', true],
  ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', true],
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', false],
  ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', true],
  ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', true],
  ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', false],
  ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', true],
  ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u', false],
  ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', true],
  ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', false],
  ['0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', true],
])('%s: %s', (address, isRight) => expect(hasRightChecksum(address)).toBe(isRight));
