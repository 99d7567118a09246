import { sql } from 'kysely';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { etherCode, listEvmCurrencies, tokenAddress } from '../../providers/evm/token-address.ts';
import { hotWallet } from '../chain-wallets/wallets.ts';
import { lookAtTransaction } from '../chain-wallets/record-look.ts';
import { type Difference, difference } from './store.ts';

export const accountsChain = 'ethereum';
const beforeAllAddresses = '00000000-0000-0000-0000-000000000000';

const amount = z.codec(z.string(), z.bigint(), { decode: BigInt, encode: String });
const amounts = z.record(z.string(), amount);
/** Differences as they are stored. */
export const differences = z.array(z.object({ subject: z.string(), ours: amount, theirs: amount }));
/** A comparison under way. */
export const accountsPass = z.object({
  /** The block as of which all balances are read. */
  height: z.int(),
  hash: z.string(),
  /** By currency: what the books expect at that block, and what was read so far. */
  expected: amounts,
  counted: amounts,
  /** Addresses that do not have what their own movements leave. */
  suspects: differences,
  /** Read up to this address. */
  after: z.string(),
  isRead: z.boolean(),
});
export type AccountsPass = z.output<typeof accountsPass>;

/** A block that comes while the books are read would be in one of the sums only. */
const looksMost = 5;

/**
 * Currency by currency: what the ledger has on the chain, and what the node reports for our addresses at one block.
 * Movements under way are on one side only and are offset: payouts that are booked and in no block, fees in blocks that
 * are not booked, deposits in blocks that are not booked yet. Where both sides differ, addresses that do not have what
 * their own deposits and collections leave are named.
 */
export async function compareAccounts(context: AppContext): Promise<Difference[]> {
  let pass = await beginPass(context);
  while (!pass.isRead) pass = await readNextPage(context, pass);
  return judgePass(pass);
}

/** Reads what the books expect on the chain as of its newest block. */
export async function beginPass(context: AppContext): Promise<AccountsPass> {
  const { config, db, providers } = context;
  for (let look = 1; ; look += 1) {
    const height = await providers.evm.getHeight();
    const { hash } = await providers.evm.getBlock(height);
    const pending = await sumPending(context);
    const expected: Record<string, bigint> = {};
    const counted: Record<string, bigint> = {};
    for (const currency of listEvmCurrencies(config)) {
      const inLedger = -(await readBalance(db, paths.worldChain(accountsChain), currency));
      expected[currency] = inLedger + (await sumUncounted(db, currency)) + (pending.get(currency) ?? 0n);
      counted[currency] = await providers.evm.getBalance(
        hotWallet(config).address,
        tokenAddress(config, currency),
        height,
      );
    }
    const pass = { height, hash, expected, counted, suspects: [], after: beforeAllAddresses, isRead: false };
    if (look === looksMost || (await providers.evm.getHeight()) === height) return pass;
  }
}

/** Addresses read in one step, and balances asked for at a time. */
const pageSize = 40;
/** Most addresses named for one difference. */
const suspectsMost = 20;

/** Adds the balances of the next addresses. @throws ProviderError also where the node has lost the block's state */
export async function readNextPage(context: AppContext, pass: AccountsPass): Promise<AccountsPass> {
  const { config, db, providers } = context;
  const addresses = await listUsedAddresses(db, pass.after);
  const counted = { ...pass.counted };
  const suspects = [...pass.suspects];
  for (const currency of listEvmCurrencies(config)) {
    const token = tokenAddress(config, currency);
    const known = await readKnown(db, addresses, currency);
    const balances = await Promise.all(
      addresses.map(async (one) => ({
        ...one,
        balance: await providers.evm.getBalance(one.address, token, pass.height),
      })),
    );
    for (const { addressId, address, balance } of balances) {
      counted[currency] = (counted[currency] ?? 0n) + balance;
      suspects.push(
        ...difference(`coins ${accountsChain} ${address} ${currency}`, known.get(addressId) ?? 0n, balance),
      );
    }
  }
  const isRead = addresses.length < pageSize;
  const after = addresses.at(-1)?.addressId ?? pass.after;
  return { ...pass, counted, suspects: suspects.slice(0, suspectsMost), after, isRead };
}

/** What differs on the whole, and at which addresses. */
export function judgePass({ expected, counted, suspects }: AccountsPass): Difference[] {
  return Object.entries(expected).flatMap(([currency, ours]) => {
    const found = difference(`chain ${accountsChain} ${currency}`, ours, counted[currency] ?? 0n);
    return found.length === 0 ? [] : [...found, ...suspects.filter(({ subject }) => subject.endsWith(` ${currency}`))];
  });
}

/** What the chain still has and the ledger does not, or the other way round with a minus. */
async function sumPending(context: AppContext): Promise<Map<string, bigint>> {
  const sums = new Map<string, bigint>();
  const add = (currency: string, amount: bigint) => sums.set(currency, (sums.get(currency) ?? 0n) + amount);
  for (const movement of await listOpenMovements(context.db)) {
    const found = (await lookAtTransaction(context, movement.transactionId))?.found;
    const isMined = found !== undefined && found.confirmations > 0;
    const hasMoved = isMined && !found.isFailed;
    if (movement.isPayout && movement.isBooked !== hasMoved)
      add(movement.currency, movement.isBooked ? movement.amount : -movement.amount);
    add(etherCode, movement.bookedFee - (isMined ? found.fee : 0n));
  }
  return sums;
}

const total = z.object({ total: z.bigint() });
const used = z.object({ addressId: z.string(), address: z.string() });
type UsedAddress = z.output<typeof used>;
const movement = z.object({
  transactionId: z.string(),
  currency: z.string(),
  amount: z.bigint(),
  bookedFee: z.bigint(),
  isPayout: z.boolean(),
  isBooked: z.boolean(),
});

/** The next chain addresses of orders that ever received coins. */
async function listUsedAddresses(executor: Executor, after: string): Promise<UsedAddress[]> {
  const { rows } = await sql`
    select address_id, address from deposit_addresses target
    where chain = ${accountsChain} and address_id > ${after}::uuid
      and exists (select from deposits where deposits.address_id = target.address_id)
    order by address_id limit ${pageSize}
  `.execute(executor);
  return z.array(used).parse(rows);
}

const known = z.array(z.object({ addressId: z.string(), amount: z.bigint() }));

/** What the deposits of each address, gas for it and its collections leave there. */
async function readKnown(
  executor: Executor,
  addresses: readonly UsedAddress[],
  currency: string,
): Promise<Map<string, bigint>> {
  const ids = addresses.map(({ addressId }) => addressId);
  const { rows } = await sql`
    select address_id, sum(amount)::numeric as amount from (
      select address_id, amount from deposits
      where address_id = any(${ids}::uuid[]) and currency = ${currency}
        and (status in ('credited', 'settled') or (status = 'seen' and confirmations > 0))
      union all
      select address_id, case purpose when 'gas' then amount else -amount end from account_transactions
      where address_id = any(${ids}::uuid[]) and currency = ${currency} and status in ('mined', 'settled')
      union all
      select address_id, -booked_fee from account_transactions
      where address_id = any(${ids}::uuid[]) and purpose = 'collect' and ${currency === etherCode}
    ) moved group by address_id
  `.execute(executor);
  return new Map(known.parse(rows).map(({ addressId, amount }) => [addressId, amount]));
}

/** Deposits that are in blocks and not booked yet. */
async function sumUncounted(executor: Executor, currency: string): Promise<bigint> {
  const { rows } = await sql`
    select coalesce(sum(amount), 0)::numeric as total from deposits
    where chain = ${accountsChain} and currency = ${currency} and status = 'seen' and confirmations > 0
  `.execute(executor);
  return total.parse(rows[0]).total;
}

/** Our own transactions that are not settled, and whether the ledger has booked their payout. */
async function listOpenMovements(executor: Executor): Promise<z.output<typeof movement>[]> {
  const { rows } = await sql`
    select transaction_id, done.currency, done.amount, booked_fee, (purpose = 'payout') as is_payout,
      coalesce(payouts.status in ('broadcast', 'confirmed', 'settled'), false) as is_booked
    from account_transactions done left join payouts using (payout_id)
    where done.chain = ${accountsChain} and done.status in ('signed', 'sent', 'mined', 'failed')
  `.execute(executor);
  return z.array(movement).parse(rows);
}
