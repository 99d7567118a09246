import { type ClientLevel, clientLevels } from '@causeway/domain/clients/client-level';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../database/db.ts';

/** Starting limits of every level. Anything that an operator has changed stays unchanged. */
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

/** Most per order and per month, whole EUR and USD; source: A-086. */
const startingLimits: Readonly<Record<ClientLevel, readonly [orderMax: bigint, monthMax: bigint]>> = {
  unverified: [0n, 0n],
  email_phone: [150n, 500n],
  basic: [700n, 2_000n],
  identity: [5_000n, 20_000n],
  address: [20_000n, 50_000n],
  bank_statement: [50_000n, 200_000n],
};

/** People try the sandbox without a wizard first: a confirmed e-mail is enough for a purchase of a usual size. */
const sandboxLimits: typeof startingLimits = {
  ...startingLimits,
  email_phone: [1_000n, 5_000n],
  basic: [2_000n, 10_000n],
};
