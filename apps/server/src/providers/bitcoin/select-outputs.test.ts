import { Transaction } from '@scure/btc-signer';
import { hexToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { selectOutputs, smallestChange, type SpendableOutput } from './select-outputs.ts';
import { createWallet } from './wallet.ts';
import { checkAddress } from './networks.ts';

const p2wpkh = 22;
const output = (amount: bigint, outputIndex = 0): SpendableOutput => ({
  txid: 'aa'.repeat(32),
  outputIndex,
  amount,
  keyIndex: null,
});

describe('choosing inputs', () => {
  test('takes the largest first and gives change', () => {
    const selection = selectOutputs([output(10_000n, 0), output(90_000n, 1)], 50_000n, p2wpkh, 2n);
    expect(selection?.inputs.map(({ amount }) => amount)).toEqual([90_000n]);
    expect(selection).toMatchObject({ fee: 282n, change: 39_718n });
  });

  test('takes one more input rather than leave no change to pay a higher fee with', () => {
    const selection = selectOutputs([output(50_500n, 0), output(20_000n, 1)], 50_000n, p2wpkh, 1n);
    expect(selection).toMatchObject({ inputs: [{ amount: 50_500n }, { amount: 20_000n }], fee: 209n, change: 20_291n });
  });

  test('has no answer when the wallet is short, even by the fee or the change alone', () => {
    expect(selectOutputs([output(50_000n)], 50_000n, p2wpkh, 1n)).toBeUndefined();
    expect(selectOutputs([output(51_140n)], 50_000n, p2wpkh, 1n)).toBeUndefined();
    expect(selectOutputs([output(51_141n)], 50_000n, p2wpkh, 1n)).toMatchObject({ fee: 141n, change: smallestChange });
    expect(selectOutputs([], 1n, p2wpkh, 1n)).toBeUndefined();
  });

  test('never makes or loses a satoshi, and pays the rate for the bytes it really has', () => {
    const wallet = createWallet({
      BITCOIN_WALLET_KEY: '11'.repeat(32),
      BITCOIN_NETWORK: 'regtest',
      BITCOIN_DEPOSIT_XPRV: undefined,
    });
    const address = checkAddress(wallet.address, 'regtest');
    if (!address.isValid) throw new Error('the wallet has no address');
    const amounts = fc.array(fc.bigInt({ min: 600n, max: 10_000_000n }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(
        amounts,
        fc.bigInt({ min: 1000n, max: 5_000_000n }),
        fc.bigInt({ min: 1n, max: 50n }),
        (have, amount, rate) => {
          const selection = selectOutputs(
            have.map((value, index) => output(value, index)),
            amount,
            address.script.length,
            rate,
          );
          if (selection === undefined) return;
          const gathered = selection.inputs.reduce((total, input) => total + input.amount, 0n);
          expect(gathered).toBe(amount + selection.fee + selection.change);
          expect(selection.change >= smallestChange).toBe(true);
          const { rawTransaction } = wallet.sign(selection, address.script, amount);
          const { vsize } = Transaction.fromRaw(hexToBytes(rawTransaction));
          expect(selection.fee >= BigInt(Math.ceil(vsize)) * rate).toBe(true);
        },
      ),
      { numRuns: 30 },
    );
  });

  test('the same pay-out is signed to the same bytes', () => {
    const wallet = createWallet({
      BITCOIN_WALLET_KEY: '22'.repeat(32),
      BITCOIN_NETWORK: 'regtest',
      BITCOIN_DEPOSIT_XPRV: undefined,
    });
    const selection = { inputs: [output(90_000n)], fee: 282n, change: 39_718n };
    const script = Uint8Array.from([0, 20, ...Array.from({ length: 20 }, () => 7)]);
    expect(wallet.sign(selection, script, 50_000n)).toEqual(wallet.sign(selection, script, 50_000n));
  });
});
