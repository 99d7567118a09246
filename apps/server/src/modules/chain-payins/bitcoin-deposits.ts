import type { AppContext } from '../../context.ts';
import type { NodePayment } from '../../providers/bitcoin/port.ts';
import { spendableFrom } from '../../providers/bitcoin/select-outputs.ts';
import { findOwnSenders } from '../chain-wallets/bitcoin-spends.ts';
import { WaitingTransactions } from '../chain-wallets/waiting-transactions.ts';
import type { Candidate, DepositChain } from './deposit-chain.ts';
import { pickOwn } from './store.ts';

/** By process. A payment that waits unread is found with its first confirmation. */
const waiting = new WeakMap<AppContext['config'], WaitingTransactions>();

/** Deposits on Bitcoin: outputs of blocks, and of waiting transactions. */
export const bitcoinDeposits: DepositChain = {
  name: 'bitcoin',
  getHeight: ({ providers }) => providers.bitcoin.getHeight(),
  findInBlocks: async ({ providers }, from, to) => {
    const found: Candidate[] = [];
    for (let height = from; height <= to; height += 1)
      found.push(...(await providers.bitcoin.listBlockPayments(height)).map(toCandidate));
    return found;
  },
  findWaiting: async (context) => {
    const transactions = waiting.get(context.config) ?? new WaitingTransactions();
    waiting.set(context.config, transactions);
    const { spends } = await transactions.readNext(context.providers.bitcoin);
    const payments = spends.flatMap((spend) => spend.payments);
    const own = await pickOwn(context.db, 'bitcoin', [...new Set(payments.map(({ address }) => address))]);
    const ours = payments.filter(({ address }) => own.has(address)).map(toCandidate);
    const toUs = new Set(ours.map(({ txid }) => txid));
    // Ours is read until it is recorded, and again after it has left: another's is of no interest any more.
    transactions.markDone(spends.map(({ txid }) => txid).filter((txid) => !toUs.has(txid)));
    const unknown = new Set(await withoutKnown(context, [...toUs]));
    return ours.filter(({ txid }) => unknown.has(txid));
  },
  read: async (context, txid) => {
    const { bitcoin } = context.providers;
    const found = await bitcoin.getTransaction(txid);
    const spend = found && (await bitcoin.readSpend(txid));
    if (found === undefined || spend === undefined) return undefined;
    return {
      senders: await findOwnSenders(context, spend),
      confirmations: found.confirmations,
      blockHash: found.blockHash,
      spendableFrom: spendableFrom(spend),
      payments: spend.payments.map(({ outputIndex, address, amount }) => ({
        place: outputIndex,
        currency: 'BTC',
        recipient: address,
        amount,
      })),
    };
  },
  // Funding of the hot wallet is found by scan-wallet.
  fundingAddress: () => '',
};

function toCandidate({ txid, address }: NodePayment): Candidate {
  return { txid, recipient: address };
}

/** Those that are not known yet; ours pay others. */
async function withoutKnown({ db }: AppContext, txids: readonly string[]): Promise<string[]> {
  if (txids.length === 0) return [];
  const [sent, seen] = [
    await db.selectFrom('payouts').select('txid').where('txid', 'in', txids).execute(),
    await db.selectFrom('deposits').select('txid').where('txid', 'in', txids).where('status', '<>', 'gone').execute(),
  ];
  const known = new Set([...sent, ...seen].map(({ txid }) => txid));
  return txids.filter((txid) => !known.has(txid));
}
