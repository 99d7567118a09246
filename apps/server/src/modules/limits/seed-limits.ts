import { clientLevels } from '@causeway/domain/clients/client-level';
import type { Config } from '../../config.ts';
import type { Db } from '../../database/db.ts';
import { sandboxLimits, startingLimits } from './starting-limits.ts';

/** Starting limits of every level. Whatever an operator has changed stays as it is. */
export async function seedLimits({ db, config }: { db: Db; config: Pick<Config, 'ENVIRONMENT'> }): Promise<void> {
  const limits = config.ENVIRONMENT === 'sandbox' ? sandboxLimits : startingLimits;
  const rows = clientLevels.flatMap((level) => {
    const [orderMax, monthMax] = limits[level];
    return ['EUR', 'USD'].map((currency) => ({ level, currency, orderMax, monthMax }));
  });
  await db
    .insertInto('clientLimits')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['level', 'currency']).doNothing())
    .execute();
}
