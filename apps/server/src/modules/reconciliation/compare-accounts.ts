import type { AppContext } from '../../context.ts';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { etherCode, listEvmCurrencies, tokenAddress } from '../../providers/evm/token-address.ts';
import { hotWallet } from '../chain-wallets/evm-wallets.ts';
import { lookAtTransaction } from '../chain-wallets/record-look.ts';
import { type Difference, difference } from './difference.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Executor } from '../../database/db.ts';

const chain = 'ethereum';

/**
 * Currency by currency: what the ledger has on the chain, and what the node reports for our addresses. Movements under
 * way are on one side only and are offset: payouts that are booked and in no block, fees in blocks that are not booked,
 * deposits in blocks that are not booked yet.
 */
export async function compareAccounts(context: AppContext): Promise<Difference[]> {
  const { config, db, providers } = context;
  const addresses = [hotWallet(config).address, ...(await listUsedAddresses(db, chain))];
  const pending = await sumPending(context);
  const differences: Difference[] = [];
  for (const currency of listEvmCurrencies(config)) {
    let counted = 0n;
    for (const address of addresses) counted += await providers.evm.getBalance(address, tokenAddress(config, currency));
    const inLedger = -(await readBalance(db, paths.worldChain(chain), currency));
    const settledCount = counted - (await sumUncounted(db, chain, currency)) - (pending.get(currency) ?? 0n);
    differences.push(...difference(`chain ${chain} ${currency}`, inLedger, settledCount));
  }
  return differences;
}

/** What the chain still has and the ledger does not, or the other way round with a minus. */
async function sumPending(context: AppContext): Promise<Map<string, bigint>> {
  const sums = new Map<string, bigint>();
  const add = (currency: string, amount: bigint) => sums.set(currency, (sums.get(currency) ?? 0n) + amount);
  for (const movement of await listOpenMovements(context.db, chain)) {
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
const used = z.object({ address: z.string() });
const movement = z.object({
  transactionId: z.string(),
  currency: z.string(),
  amount: z.bigint(),
  bookedFee: z.bigint(),
  isPayout: z.boolean(),
  isBooked: z.boolean(),
});

/** Chain addresses of orders that ever received coins. */
async function listUsedAddresses(executor: Executor, chain: string): Promise<string[]> {
  const { rows } = await sql`
    select distinct address from deposit_addresses join deposits using (address_id) where deposit_addresses.chain = ${chain}
  `.execute(executor);
  return z
    .array(used)
    .parse(rows)
    .map(({ address }) => address);
}

/** Deposits that are in blocks and not booked yet. */
async function sumUncounted(executor: Executor, chain: string, currency: string): Promise<bigint> {
  const { rows } = await sql`
    select coalesce(sum(amount), 0)::numeric as total from deposits
    where chain = ${chain} and currency = ${currency} and status = 'seen' and confirmations > 0
  `.execute(executor);
  return total.parse(rows[0]).total;
}

/** Our own transactions that are not settled, and whether the ledger has booked their payout. */
async function listOpenMovements(executor: Executor, chain: string): Promise<z.output<typeof movement>[]> {
  const { rows } = await sql`
    select transaction_id, done.currency, done.amount, booked_fee, (purpose = 'payout') as is_payout,
      coalesce(payouts.status in ('broadcast', 'confirmed', 'settled'), false) as is_booked
    from account_transactions done left join payouts using (payout_id)
    where done.chain = ${chain} and done.status in ('signed', 'sent', 'mined', 'failed')
  `.execute(executor);
  return z.array(movement).parse(rows);
}
