import type { AppContext } from '../../context.ts';
import type { NodePayment } from '../../providers/bitcoin/port.ts';
import { findOwnSenders } from '../chain-wallets/bitcoin-spends.ts';
import type { Candidate, DepositChain } from './deposit-chain.ts';

/** A larger mempool is not searched: its payments are seen with their first confirmation. */
const waitingMost = 5000;

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
    const { bitcoin } = context.providers;
    const waiting = await bitcoin.listWaiting();
    if (waiting.length > waitingMost) return [];
    const found: Candidate[] = [];
    for (const txid of await withoutKnown(context, waiting))
      found.push(...(await bitcoin.listPayments(txid)).map(toCandidate));
    return found;
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
