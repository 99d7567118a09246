import type { AppContext } from '../../context.ts';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { etherCode, listEvmCurrencies, tokenAddress } from '../../providers/evm/token-address.ts';
import { hotWallet } from '../chain-wallets/evm-wallets.ts';
import { lookAtTransaction } from '../chain-wallets/look-at-transaction.ts';
import { difference, type Difference } from './difference.ts';
import { listOpenMovements, listUsedAddresses, sumUncounted } from './account-sums.ts';

const chain = 'ethereum';

/**
 * Currency by currency: what the ledger says we have on the chain, and what the node says our addresses have. What is
 * under way stands on one side only and is set off: pay-outs that are booked and in no block, fees in blocks that are
 * not booked, deposits in blocks that do not count yet.
 */
export async function compareAccounts(context: AppContext): Promise<Difference[]> {
  const { config, db, providers } = context;
  const addresses = [hotWallet(config).address, ...(await listUsedAddresses(db, chain))];
  const underWay = await sumUnderWay(context);
  const differences: Difference[] = [];
  for (const currency of listEvmCurrencies(config)) {
    let counted = 0n;
    for (const address of addresses) counted += await providers.evm.getBalance(address, tokenAddress(config, currency));
    const inLedger = -(await readBalance(db, paths.worldChain(chain), currency));
    const settledCount = counted - (await sumUncounted(db, chain, currency)) - (underWay.get(currency) ?? 0n);
    differences.push(...difference(`chain ${chain} ${currency}`, inLedger, settledCount));
  }
  return differences;
}

/** What the chain still shows and the ledger does not, or the other way round with a minus. */
async function sumUnderWay(context: AppContext): Promise<Map<string, bigint>> {
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
