import { Transaction } from '@scure/btc-signer';
import { decodeTransaction } from '../chain/transaction.ts';
import { scriptOf, walletKey } from '../chain/network.ts';

export type Unspent = { txid: string; vout: number; value: bigint };
type Payment = { from: Unspent[]; to: [address: string, value: bigint][]; sequence?: number; claim?: bigint };

/** A wallet of its own key, as a product would hold one, that signs P2WPKH payments. */
export function createTestWallet(name: string) {
  const key = walletKey('test', name);
  return {
    address: key.address,
    /** Signs; `claim` gives a false value of the inputs. */
    sign: ({ from, to, sequence = 0xff_ff_ff_fd, claim }: Payment): { hex: string; txid: string; vsize: number } => {
      const draft = new Transaction();
      for (const { txid, vout, value } of from) {
        draft.addInput({ txid, index: vout, sequence, witnessUtxo: { script: key.script, amount: claim ?? value } });
      }
      for (const [address, amount] of to) draft.addOutput({ script: scriptOf(address) ?? new Uint8Array(), amount });
      draft.sign(key.privateKey);
      draft.finalize();
      const decoded = decodeTransaction(draft.hex);
      if (decoded === undefined) throw new Error('the signed transaction does not decode');
      return decoded;
    },
  };
}
