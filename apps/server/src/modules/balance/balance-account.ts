import { listBalances } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import type { AccountPart } from '../account-parts/account-part.ts';

/** Whoever has money with us stays. */
export const balanceAccount: AccountPart = {
  async findHold(trx, { niceId }) {
    const balances = await listBalances(trx, paths.client(niceId));
    return balances.some(({ balance }) => balance !== 0n) ? { code: 'BALANCE_NOT_EMPTY' } : undefined;
  },
};
