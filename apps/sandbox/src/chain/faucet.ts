import { Transaction } from '@scure/btc-signer';
import type { Bitcoin } from './bitcoin.ts';
import { coinbaseMaturity } from './mempool/check-transaction.ts';
import { decodeTransaction } from './transaction.ts';
import type { ChainTransaction } from './transaction.ts';
import type { WalletKey } from './network.ts';

type Output = { txid: string; vout: number; value: bigint };

const feePerVbyte = 2n;
const inputVbytes = 68n;
const baseVbytes = 80n;
const dust = 546n;
const replaceable = 0xff_ff_ff_fd;

/** The coins of everyone outside the product: block rewards, spent for control sends. */
export class Faucet {
  readonly key: WalletKey;
  private readonly bitcoin: Bitcoin;

  constructor(bitcoin: Bitcoin, key: WalletKey) {
    this.bitcoin = bitcoin;
    this.key = key;
  }

  /** Signs a payment and puts it into the mempool. Undefined when the faucet has too little. */
  send(script: Uint8Array, value: bigint): ChainTransaction | undefined {
    const chosen: Output[] = [];
    let gathered = 0n;
    for (const output of this.spendable()) {
      if (gathered >= value + feeFor(chosen.length) + dust) break;
      chosen.push(output);
      gathered += output.value;
    }
    const fee = feeFor(chosen.length);
    if (gathered < value + fee + dust) return undefined;
    return this.submit(chosen, [
      { script, amount: value },
      { script: this.key.script, amount: gathered - value - fee },
    ]);
  }

  /** Double-spends a waiting payment of the faucet back to the faucet, for a higher fee. */
  replace(txid: string): ChainTransaction | undefined {
    const entry = this.bitcoin.mempool.get(txid);
    if (entry === undefined) return undefined;
    const inputs = entry.transaction.inputs.map((input) => ({ ...input, value: this.valueOf(input.txid, input.vout) }));
    if (inputs.some((input) => input.value === undefined)) return undefined;
    const outputs = inputs.map((input) => ({ txid: input.txid, vout: input.vout, value: input.value ?? 0n }));
    const gathered = outputs.reduce((total, output) => total + output.value, 0n);
    const family = this.bitcoin.mempool.withDescendants(txid);
    const replaced = family.reduce((total, id) => total + (this.bitcoin.mempool.get(id)?.fee ?? 0n), 0n);
    return this.submit(outputs, [
      { script: this.key.script, amount: gathered - replaced * 2n - feeFor(outputs.length) },
    ]);
  }

  private submit(inputs: Output[], outputs: { script: Uint8Array; amount: bigint }[]): ChainTransaction | undefined {
    const draft = new Transaction();
    for (const input of inputs) {
      draft.addInput({
        txid: input.txid,
        index: input.vout,
        sequence: replaceable,
        witnessUtxo: { script: this.key.script, amount: input.value },
      });
    }
    for (const output of outputs) draft.addOutput(output);
    draft.sign(this.key.privateKey);
    draft.finalize();
    const transaction = decodeTransaction(draft.hex);
    if (transaction === undefined || 'reason' in this.bitcoin.submit(transaction)) return undefined;
    return transaction;
  }

  private spendable(): Output[] {
    const { chain, mempool } = this.bitcoin;
    const mature = [...chain.coins.values()].filter(
      (coin) =>
        coin.address === this.key.address && (!coin.coinbase || chain.height + 1 - coin.height >= coinbaseMaturity),
    );
    const waiting = mempool
      .list()
      .flatMap(({ transaction }) =>
        transaction.outputs.flatMap((output, vout) =>
          output.address === this.key.address ? [{ txid: transaction.txid, vout, value: output.value }] : [],
        ),
      );
    return [...mature, ...waiting].filter((output) => mempool.spenderOf(output.txid, output.vout) === undefined);
  }

  private valueOf(txid: string, vout: number): bigint | undefined {
    const { chain, mempool } = this.bitcoin;
    const coin = chain.coins.get(`${txid}:${vout}`) ?? mempool.get(txid)?.transaction.outputs[vout];
    return coin && 'address' in coin && coin.address === this.key.address ? coin.value : undefined;
  }
}

function feeFor(inputs: number): bigint {
  return feePerVbyte * (baseVbytes + inputVbytes * BigInt(inputs + 1));
}
