import type { Executor } from '../../database/db.ts';

/** How a client wants its balance shown. */
export interface BalanceSettings {
  primaryCurrency: string;
  /** Shown first, in this order. */
  favoriteCurrencies: string[];
  favoriteGroups: string[];
}

/** The settings of who has set none. */
const usual: BalanceSettings = { primaryCurrency: 'EUR', favoriteCurrencies: [], favoriteGroups: [] };

export async function readBalanceSettings(executor: Executor, clientId: string): Promise<BalanceSettings> {
  const row = await executor
    .selectFrom('balanceSettings')
    .select(['primaryCurrency', 'favoriteCurrencies', 'favoriteGroups'])
    .where('clientId', '=', clientId)
    .executeTakeFirst();
  return row ?? usual;
}

/** Changes some of the settings and leaves the others as they are. */
export async function saveBalanceSettings(
  executor: Executor,
  clientId: string,
  changes: Partial<BalanceSettings>,
): Promise<void> {
  await executor
    .insertInto('balanceSettings')
    .values({ clientId, ...usual, ...changes })
    .onConflict((conflict) => conflict.column('clientId').doUpdateSet(changes))
    .execute();
}
