import { hexToBytes } from '@noble/hashes/utils.js';
import { p2wpkh } from '@scure/btc-signer';
import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { postEntry } from '../../ledger/entry.ts';
import { paths } from '../../ledger/paths.ts';
import { bitcoinNetworks } from '../../providers/bitcoin/networks.ts';
import type { NodePayment, NodeSpend } from '../../providers/bitcoin/port.ts';
import type { SpendableOutput } from '../../providers/bitcoin/select-outputs.ts';
import { createWallet } from '../../providers/bitcoin/wallet.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import type { PayoutHold, SpendDetails } from '../payout-holds/store.ts';
import type { OwnSpends, SpendNow, UnknownSpend } from './own-spends.ts';
import { WaitingTransactions } from './waiting-transactions.ts';

const chain = 'bitcoin';
/** Most waiting transactions that a restored server reads in one look; it signs nothing before it has read them all. */
const waitingMost = 5000;
/** How long a look reads that is to read all; the next one goes on. */
const waitingMs = 60_000;

/** Waiting transactions that were checked, by process; they do not change. */
const checked = new WeakMap<AppContext['config'], WaitingTransactions>();

/** Bitcoin: the spent coins show who has signed. */
export const bitcoinSpends: OwnSpends = {
  name: chain,
  getHeight: ({ providers }) => providers.bitcoin.getHeight(),
  getHash: async ({ providers }, height) => (await providers.bitcoin.getBlockHash(height)) ?? '',
  isQuiet: async () => false,
  readAgain: async (context, { subject, details }) => {
    const found = await context.providers.bitcoin.getTransaction(subject);
    if (found !== undefined && found.confirmations > 0) return { details, confirmations: found.confirmations };
    if (found === undefined && (await isSpentOtherwise(context, details))) return undefined;
    return { details, confirmations: 0, isOurs: (await listOwnCoins(context, details.inputs)).length > 0 };
  },
  findInBlocks: async (context, heights, isRestored) => {
    const blocks = await Promise.all(heights.map((height) => context.providers.bitcoin.readBlock(height)));
    const there = blocks.filter((block) => block !== undefined);
    const isChain = there.every(({ previous }, place) => place === 0 || previous === there[place - 1]?.hash);
    const [first, last] = [there[0], there.at(-1)];
    if (first === undefined || last === undefined || !isChain || there.length < heights.length) return undefined;
    const spends = there.flatMap((block) => block.spends);
    return { found: await keepUnknown(context, spends, isRestored), hash: last.hash, previous: first.previous };
  },
  findNow: async (context, { isRestored, height, isToEnd }) => {
    const read = isRestored ? await findAllWaiting(context, isToEnd) : await findWaiting(context, isToEnd);
    // What a block has taken since is neither among those that wait nor in the blocks that were read.
    const isAll = read.isAll && (await context.providers.bitcoin.getHeight()) <= height;
    return { found: read.found, isAll };
  },
};

async function findWaiting(context: AppContext, isToEnd: boolean) {
  restored.delete(context.config);
  const waiting = checked.get(context.config) ?? new WaitingTransactions();
  checked.set(context.config, waiting);
  const most = isToEnd ? Infinity : undefined;
  const { spends, isAll } = await waiting.readNext(context.providers.bitcoin, most, waitingMs);
  const found = await keepUnknown(context, spends, false);
  const unknown = new Set(found.map(({ subject }) => subject));
  waiting.markDone(spends.map(({ txid }) => txid).filter((txid) => !unknown.has(txid)));
  return { found, isAll };
}

/** A transaction that no node has comes into a block once somebody sends it again, as long as its coins are there. */
async function isSpentOtherwise(context: AppContext, { inputs }: SpendDetails): Promise<boolean> {
  return (await listTaken(context, inputs)).length > 0;
}

/** What spends an output of one that will never be in a block will never be in one either. */
export function forgetBehind<Held extends PayoutHold & { now: SpendNow | undefined }>(held: Held[]): Held[] {
  const gone = new Set(held.filter(({ now }) => now === undefined).map(({ subject }) => subject));
  const isBehind = ({ now, details }: Held) =>
    now?.confirmations === 0 && details.inputs.some(({ txid }) => gone.has(txid));
  if (!held.some(isBehind)) return held;
  return forgetBehind(held.map((one) => (isBehind(one) ? { ...one, now: undefined } : one)));
}

/** Which of these coins are at addresses of ours, those that a restore forgot too; what no node shows is left out. */
export async function listOwnCoins(
  { db, config, providers }: AppContext,
  inputs: SpendDetails['inputs'],
): Promise<SpendableOutput[]> {
  const coins: SpendableOutput[] = [];
  for (const { txid, outputIndex } of inputs) {
    const made = await providers.bitcoin.readSpend(txid);
    const { address, amount } = made?.payments.find((one) => one.outputIndex === outputIndex) ?? {};
    if (address === undefined || amount === undefined) continue;
    const coin = { txid, outputIndex, amount };
    if (address === createWallet(config).address) coins.push({ ...coin, keyIndex: null });
    for (const table of ['depositAddresses', 'forgottenAddresses'] as const) {
      const known = db.selectFrom(table).select('keyIndex').where('chain', '=', chain).where('address', '=', address);
      const key = await known.executeTakeFirst();
      if (key !== undefined) coins.push({ ...coin, keyIndex: key.keyIndex });
    }
  }
  return coins;
}

/** Whether a node has fewer blocks than were read before, so that what it does not have says nothing. */
export async function isBehind({ db }: Pick<AppContext, 'db'>, height: number): Promise<boolean> {
  const read = await db.selectFrom('depositScans').select('height').where('chain', '=', chain).executeTakeFirst();
  return height < (read?.height ?? 0);
}

/** Of these coins those that a block has made and another transaction in a block has spent. */
export async function listTaken(
  { providers }: AppContext,
  inputs: SpendDetails['inputs'],
): Promise<SpendDetails['inputs']> {
  const coins: NodePayment[] = [];
  for (const { txid, outputIndex } of inputs) {
    const made = (await providers.bitcoin.getTransaction(txid))?.confirmations ?? 0;
    const spend = made > 0 ? await providers.bitcoin.readSpend(txid) : undefined;
    coins.push(...(spend?.payments.filter((one) => one.outputIndex === outputIndex) ?? []));
  }
  if (coins.length === 0) return [];
  const left = await providers.bitcoin.listOutputs([...new Set(coins.map(({ address }) => address))]);
  const isThere = (coin: NodePayment) =>
    left.some(({ txid, outputIndex }) => txid === coin.txid && outputIndex === coin.outputIndex);
  return coins.filter((coin) => !isThere(coin)).map(({ txid, outputIndex }) => ({ txid, outputIndex }));
}

/** What waited while a restored server was held, by process: the books that it is compared with change at each look. */
const restored = new WeakMap<AppContext['config'], { waiting: WaitingTransactions; spends: NodeSpend[] }>();

/** Before a restored server signs: whatever waits may be its own. */
async function findAllWaiting(context: AppContext, isToEnd: boolean) {
  const read = restored.get(context.config) ?? { waiting: new WaitingTransactions(), spends: [] };
  restored.set(context.config, read);
  const most = isToEnd ? Infinity : waitingMost;
  const { spends, isAll } = await read.waiting.readNext(context.providers.bitcoin, most, waitingMs);
  read.waiting.markDone(spends.map(({ txid }) => txid));
  read.spends = [...read.spends, ...spends];
  return { found: await keepUnknown(context, read.spends, true), isAll };
}

/**
 * Addresses of ours whose coins a transaction spends. The key in a witness is a hint, and the spent output is the
 * proof: a stranger can put any key into a witness of its own.
 *
 * @throws ProviderError while the node cannot show the spent outputs
 */
export async function findOwnSenders(context: AppContext, spend: NodeSpend): Promise<string[]> {
  const hints = hintsOf(context, spend).map(({ address }) => address);
  return confirmSenders(context, spend, await pickOwn(context, hints));
}

/** Inputs whose witness shows a key, with the address of that key. */
function hintsOf({ config }: AppContext, { inputs }: NodeSpend) {
  const network = bitcoinNetworks[config.BITCOIN_NETWORK];
  return inputs.flatMap((input) => {
    const address = addressOfKey(input.publicKey, network);
    return address === undefined ? [] : [{ input, address }];
  });
}

async function confirmSenders(context: AppContext, spend: NodeSpend, own: ReadonlySet<string>): Promise<string[]> {
  const senders: string[] = [];
  for (const { input, address } of hintsOf(context, spend)) {
    if (!own.has(address)) continue;
    const spent = await context.providers.bitcoin.readSpend(input.txid);
    if (spent === undefined) throw new ProviderError(chain, 'unknown', { code: 'spent_output_missing' });
    const isOurs = spent.payments.some((one) => one.outputIndex === input.outputIndex && one.address === address);
    if (isOurs) senders.push(address);
  }
  return senders;
}

/** A witness may contain any bytes: those that are not a point of the curve are not a key of ours. */
function addressOfKey(publicKey: string, network: Parameters<typeof p2wpkh>[1]): string | undefined {
  if (publicKey === '') return undefined;
  try {
    return p2wpkh(hexToBytes(publicKey), network).address;
  } catch {
    return undefined;
  }
}

/** The books are queried after the node: our transactions are in them before the node has them. */
async function keepUnknown(
  context: AppContext,
  spends: readonly NodeSpend[],
  isRestored: boolean,
): Promise<UnknownSpend[]> {
  const hints = spends.flatMap((spend) => hintsOf(context, spend).map(({ address }) => address));
  const own = await pickOwn(context, [...new Set(hints)]);
  const awaited = isRestored ? await listAwaited(context.db) : new Set<string>();
  const wallet = createWallet(context.config).address;
  const suspects: (NodeSpend & { isOurs: boolean })[] = [];
  for (const spend of spends) {
    // Keys that were made after the copy are not known to it: any transaction that paid the wallet or an order may be
    // ours.
    const mayBeOurs = isRestored && spend.payments.some((one) => one.address === wallet || awaited.has(nameOf(one)));
    const isOurs = (await confirmSenders(context, spend, own)).length > 0;
    if (mayBeOurs || isOurs) suspects.push({ ...spend, isOurs });
  }
  if (suspects.length === 0) return [];
  const { known, funded } = await listKnown(
    context.db,
    suspects.map(({ txid }) => txid),
  );
  // Before the addresses of its coins were made again, its change was taken for a stranger's.
  const unknown = suspects.filter(({ txid, isOurs }) => !known.has(txid) && (isOurs || !funded.has(txid)));
  return unknown.map(toUnknown);
}

/** Which addresses are the wallet's or of our orders. */
async function pickOwn({ db, config }: AppContext, addresses: readonly string[]): Promise<Set<string>> {
  const { address: wallet } = createWallet(config);
  const own = new Set(addresses.filter((address) => address === wallet));
  if (addresses.length === 0) return own;
  const rows = await db
    .selectFrom('depositAddresses')
    .select('address')
    .where('chain', '=', chain)
    .where((where) => where('address', '=', where.fn.any(where.val([...addresses]))))
    .execute();
  for (const { address } of rows) own.add(address);
  return own;
}

/** Payments that orders wait for and that were not paid out yet: address and amount. */
async function listAwaited(executor: Executor): Promise<Set<string>> {
  const rows = await executor
    .selectFrom('payouts')
    .select(['address', 'amount'])
    .where('chain', '=', chain)
    .where('status', 'in', ['planned', 'held'])
    .execute();
  return new Set(rows.map(nameOf));
}

/** Transactions that we made, or whose coins are in the books; and those that are there as funding. */
async function listKnown(executor: Executor, txids: readonly string[]) {
  const [paid, replaced, kept] = [
    await executor.selectFrom('payouts').select('txid').where('txid', 'in', txids).execute(),
    await executor.selectFrom('replacedPayouts').select('txid').where('txid', 'in', txids).execute(),
    await executor
      .selectFrom('walletOutputs')
      .select(['txid', 'origin'])
      .where('chain', '=', chain)
      .where('txid', 'in', txids)
      .execute(),
  ];
  const isFunding = ({ origin }: (typeof kept)[number]) => origin === 'funding';
  const known = [...paid, ...replaced, ...kept.filter((one) => !isFunding(one))];
  return {
    known: new Set(known.map(({ txid }) => txid ?? '')),
    funded: new Set(kept.filter(isFunding).map(({ txid }) => txid)),
  };
}

/**
 * Coins that a transaction has spent which a person has released are gone: they leave the house, in the caller's
 * transaction, as they would have with its release.
 *
 * @returns whether they are
 */
export async function bookSpentCoin(
  context: AppContext,
  trx: Executor,
  { txid, outputIndex, amount }: Pick<NodePayment, 'txid' | 'outputIndex' | 'amount'>,
): Promise<boolean> {
  const isSpent = sql<boolean>`details -> 'inputs' @> ${JSON.stringify([{ txid, outputIndex }])}::jsonb`;
  const spends = trx.selectFrom('payoutHolds').select('subject').where('chain', '=', chain).where(isSpent);
  const isBooked = sql<boolean>`exists (
    select from ledger_keys where idempotency_key = 'outside_spend:' || chain || ':' || subject)`;
  const spend = await spends.where('releasedAt', 'is not', null).where(isBooked).executeTakeFirst();
  if (spend === undefined) return false;
  await postEntry(trx, context, {
    kind: 'outside_spend',
    reference: spend.subject,
    idempotencyKey: `outside_spend:${chain}:${spend.subject}:${txid}:${outputIndex}`,
    postings: [{ from: paths.treasury, to: paths.worldChain(chain), amount, currency: 'BTC' }],
  });
  return true;
}

function toUnknown({ txid, inputs, payments }: NodeSpend): UnknownSpend {
  return {
    subject: txid,
    details: {
      inputs: inputs.map((input) => ({ txid: input.txid, outputIndex: input.outputIndex })),
      payments: payments.map(({ outputIndex: place, address, amount }) => ({
        place,
        address,
        currency: 'BTC',
        amount: amount.toString(),
      })),
      fee: '0',
    },
  };
}

function nameOf({ address, amount }: { address: string; amount: bigint }): string {
  return `${address} ${amount}`;
}
