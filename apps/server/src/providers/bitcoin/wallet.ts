import { p2wpkh, Transaction } from '@scure/btc-signer';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { bitcoinNetworks, type BitcoinNetworkName } from './networks.ts';
import type { Selection } from './select-outputs.ts';

/** A transaction ready to be sent: exactly these bytes, under exactly this id. */
export interface SignedTransaction {
  txid: string;
  rawTransaction: string;
  /** Index of the output that comes back to the wallet. */
  changeIndex: number | undefined;
}

/** The hot wallet: one P2WPKH key. */
export interface Wallet {
  readonly address: string;
  sign(selection: Selection, script: Uint8Array, amount: bigint): SignedTransaction;
}

/** @param key the private key, 64 hexadecimal digits */
export function createWallet(key: string, network: BitcoinNetworkName): Wallet {
  const privateKey = hexToBytes(key);
  const own = p2wpkh(secp256k1.getPublicKey(privateKey, true), bitcoinNetworks[network]);
  return {
    address: own.address ?? '',
    sign: ({ inputs, change }, script, amount) => {
      const draft = new Transaction();
      for (const { txid, outputIndex, amount: value } of inputs)
        draft.addInput({ txid, index: outputIndex, witnessUtxo: { script: own.script, amount: value } });
      draft.addOutput({ script, amount });
      if (change > 0n) draft.addOutput({ script: own.script, amount: change });
      draft.sign(privateKey);
      draft.finalize();
      return { txid: draft.id, rawTransaction: draft.hex, changeIndex: change > 0n ? 1 : undefined };
    },
  };
}
