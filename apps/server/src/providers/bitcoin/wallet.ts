import { p2wpkh, Transaction } from '@scure/btc-signer';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { Config } from '../../config/config.ts';
import { deriveDepositKey } from '../deposit-key.ts';
import { bitcoinNetworks } from './networks.ts';
import type { Selection } from './select-outputs.ts';

type Keys = Pick<Config, 'BITCOIN_WALLET_KEY' | 'BITCOIN_NETWORK' | 'BITCOIN_DEPOSIT_XPRV'>;

/** A transaction ready to be sent: exactly these bytes, under exactly this id. */
export interface SignedTransaction {
  txid: string;
  rawTransaction: string;
  /** Index of the output that comes back to the wallet. */
  changeIndex: number | undefined;
}

/** The hot wallet: one P2WPKH key of its own, and those of the addresses that orders were paid to. */
export interface Wallet {
  /** Of the wallet's own key: where it is funded, and where change goes. */
  readonly address: string;
  /** @throws Error where an input needs the private half of the deposit key and it is not configured */
  sign(selection: Selection, script: Uint8Array, amount: bigint): SignedTransaction;
  /** What comes back to the wallet's own key. */
  ownOutputs(rawTransaction: string): { outputIndex: number; amount: bigint }[];
}

/** Making one takes a multiplication on the curve, and every order to a chain address checks whether that is ours. */
const wallets = new WeakMap<Keys, Wallet>();

/** The wallet of a configuration. */
export function createWallet(config: Keys): Wallet {
  const wallet = wallets.get(config) ?? openWallet(config);
  wallets.set(config, wallet);
  return wallet;
}

function openWallet({ BITCOIN_WALLET_KEY, BITCOIN_NETWORK, BITCOIN_DEPOSIT_XPRV }: Keys): Wallet {
  const ownKey = hexToBytes(BITCOIN_WALLET_KEY);
  const paymentOf = (privateKey: Uint8Array) =>
    p2wpkh(secp256k1.getPublicKey(privateKey, true), bitcoinNetworks[BITCOIN_NETWORK]);
  const own = paymentOf(ownKey);
  return {
    address: own.address ?? '',
    sign: ({ inputs, change }, script, amount) => {
      const draft = new Transaction();
      const keys = inputs.map(({ keyIndex }) =>
        keyIndex === null ? ownKey : depositKey(BITCOIN_DEPOSIT_XPRV, keyIndex),
      );
      for (const [index, { txid, outputIndex, amount: value }] of inputs.entries())
        draft.addInput({
          txid,
          index: outputIndex,
          // One that no block takes can be replaced (BIP 125).
          sequence: replaceable,
          witnessUtxo: { script: paymentOf(keys[index] ?? ownKey).script, amount: value },
        });
      draft.addOutput({ script, amount });
      if (change > 0n) draft.addOutput({ script: own.script, amount: change });
      for (const [index, privateKey] of keys.entries()) draft.signIdx(privateKey, index);
      draft.finalize();
      return { txid: draft.id, rawTransaction: draft.hex, changeIndex: change > 0n ? 1 : undefined };
    },
    ownOutputs: (rawTransaction) =>
      outputsOf(Transaction.fromRaw(hexToBytes(rawTransaction)))
        .map((output, outputIndex) => ({ ...output, outputIndex }))
        .filter(({ script }) => script === bytesToHex(own.script))
        .map(({ outputIndex, amount }) => ({ outputIndex, amount })),
  };
}

function outputsOf(made: Transaction): { script: string; amount: bigint }[] {
  return Array.from({ length: made.outputsLength }, (_one, place) => {
    const { script, amount } = made.getOutput(place);
    if (script === undefined || amount === undefined) throw new Error('A signed transaction has an output of nothing.');
    return { script: bytesToHex(script), amount };
  });
}

const replaceable = 0xff_ff_ff_fd;

/** The coins that a signed transaction spends, and what its outputs get in satoshi. */
export function readCoinsOf(rawTransaction: string): {
  inputs: { txid: string; outputIndex: number }[];
  amounts: bigint[];
} {
  const made = Transaction.fromRaw(hexToBytes(rawTransaction));
  return {
    inputs: Array.from({ length: made.inputsLength }, (_one, place) => {
      const { txid, index } = made.getInput(place);
      if (txid === undefined || index === undefined) throw new Error('A signed transaction has an input of nothing.');
      return { txid: bytesToHex(txid), outputIndex: index };
    }),
    amounts: outputsOf(made).map(({ amount }) => amount),
  };
}

/** The size of a signed transaction by which miners count its fee. */
export function virtualBytes(rawTransaction: string): bigint {
  return BigInt(Transaction.fromRaw(hexToBytes(rawTransaction)).vsize);
}

function depositKey(extendedKey: string | undefined, keyIndex: bigint): Uint8Array {
  if (extendedKey === undefined) throw new Error('Spending a deposit needs BITCOIN_DEPOSIT_XPRV.');
  const { privateKey } = deriveDepositKey(extendedKey, keyIndex);
  if (privateKey === null) throw new Error('BITCOIN_DEPOSIT_XPRV has no private half.');
  return privateKey;
}
