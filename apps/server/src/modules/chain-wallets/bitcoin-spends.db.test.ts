import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { p2wpkh } from '@scure/btc-signer';
import { expect, test } from 'vitest';
import type { AppContext } from '../../context.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { bitcoinNetworks } from '../../providers/bitcoin/networks.ts';
import type { NodeSpend } from '../../providers/bitcoin/port.ts';
import { createWallet } from '../../providers/bitcoin/wallet.ts';
import { bitcoinSpends, findOwnSenders } from './bitcoin-spends.ts';

const { context } = await openOrderWorld();
const wallet = createWallet(context.config);
const network = bitcoinNetworks[context.config.BITCOIN_NETWORK];
const ourKey = bytesToHex(secp256k1.getPublicKey(hexToBytes(context.config.BITCOIN_WALLET_KEY)));
const theirKey = bytesToHex(secp256k1.getPublicKey(new Uint8Array(32).fill(7)));
const theirs = p2wpkh(secp256k1.getPublicKey(new Uint8Array(32).fill(7)), network).address ?? '';
const [spentOfOurs, spentOfTheirs, spender] = ['a', 'b', 'c'].map((letter) => letter.repeat(64)) as [
  string,
  string,
  string,
];

const paid = (txid: string, address: string): NodeSpend => ({
  txid,
  inputs: [],
  payments: [{ txid, outputIndex: 0, address, amount: 5n }],
});
const known = new Map([paid(spentOfOurs, wallet.address), paid(spentOfTheirs, theirs)].map((one) => [one.txid, one]));
const spendOf = (...inputs: NodeSpend['inputs']): NodeSpend => ({ txid: spender, inputs, payments: [] });

/** The world with a node that knows these transactions, and a block of one of them. */
function beside(spend: NodeSpend): AppContext {
  const bitcoin = {
    ...context.providers.bitcoin,
    readSpend: async (txid: string) => known.get(txid),
    readBlock: async () => ({ hash: 'd'.repeat(64), previous: '', spends: [spend] }),
  };
  return { ...context, providers: { ...context.providers, bitcoin } };
}
const input = (txid: string, publicKey: string, outputIndex = 0) => ({ txid, outputIndex, publicKey });

test('our wallet spends where the output that is spent was its own', async () => {
  const spend = spendOf(input(spentOfTheirs, theirKey), input(spentOfOurs, ourKey));
  expect(await findOwnSenders(beside(spend), spend)).toEqual([wallet.address]);
  expect(await bitcoinSpends.findInBlocks(beside(spend), [1], false)).toMatchObject({ found: [{ subject: spender }] });
});

test.each([
  ['our key shown in the witness of another’s output', input(spentOfTheirs, ourKey)],
  ['an output that is not there', input(spentOfOurs, ourKey, 1)],
  ['another’s key', input(spentOfTheirs, theirKey)],
  ['no point of the curve', input(spentOfOurs, `02${'ff'.repeat(32)}`)],
  ['a control block', input(spentOfOurs, `c0${'11'.repeat(32)}`)],
  ['no key', input(spentOfOurs, '')],
])('no other sender can fake a spend of ours: %s', async (_name, shown) => {
  const spend = spendOf(shown);
  expect(await findOwnSenders(beside(spend), spend)).toEqual([]);
  expect(await bitcoinSpends.findInBlocks(beside(spend), [1], false)).toMatchObject({ found: [] });
});

test('a node that does not know what is spent is asked again', async () => {
  const spend = spendOf(input('e'.repeat(64), ourKey));
  await expect(findOwnSenders(beside(spend), spend)).rejects.toMatchObject({ kind: 'unknown' });
});

test('after a restore every waiting transaction is read before anything is signed, however many wait', async () => {
  const ids = Array.from({ length: 12_000 }, (_one, index) => index.toString(16).padStart(64, '0'));
  const last = ids.at(-1) ?? '';
  let reads = 0;
  const bitcoin = {
    ...context.providers.bitcoin,
    listWaiting: async () => ids,
    readSpend: async (txid: string) => {
      reads += 1;
      return paid(txid, txid === last ? wallet.address : theirs);
    },
  };
  const own = { ...context, config: { ...context.config }, providers: { ...context.providers, bitcoin } };
  const looks = [];
  for (let turn = 0; turn < 4; turn += 1) {
    const { found, isAll } = await bitcoinSpends.findNow(own, { isRestored: true, height: Infinity, isToEnd: false });
    looks.push([isAll, found.map(({ subject }) => subject)]);
  }
  // Each is read once; what was found is found again as long as the books do not know it.
  expect(looks).toEqual([
    [false, []],
    [false, []],
    [true, [last]],
    [true, [last]],
  ]);
  expect(reads).toBe(ids.length);
});
