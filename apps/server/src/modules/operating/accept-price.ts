import { parseAmount } from '@causeway/domain/money/parse-amount';
import type { AppContext } from '../../context.ts';
import { replaceSamples } from '../rates/market-samples.ts';
import { askSecondPerson } from '../operators/second-person.ts';
import { OperatorFault, recordAction } from '../operators/record-action.ts';
import { resetTime } from '../rates/known-time.ts';

const decimals = 18;

/**
 * Accepts a price that the guard holds back: the asset is compared with it from this moment, and traded again as soon
 * as the market's own price is near it.
 *
 * @param eur what one whole unit is worth in EUR, decimal text
 * @throws OperatorFault
 */
export async function acceptPrice(
  context: AppContext,
  { asset, eur, operator }: { asset: string; eur: string; operator: string },
): Promise<string | undefined> {
  const price = parseAmount(eur, decimals);
  if (price === undefined || price === 0n) throw new OperatorFault(`${eur} is no price. Write it like 58214.60.`);
  return context.db.transaction().execute(async (trx) => {
    const known = await trx.selectFrom('marketSamples').select('asset').where('asset', '=', asset).executeTakeFirst();
    if (known === undefined) throw new OperatorFault(`No price of ${asset} was ever seen. Assets are named like BTC.`);
    const subject = `${asset} ${eur}`;
    const asked = await askSecondPerson(context, trx, { operator, command: 'accept-price', subject, moves: 'unknown' });
    if (asked !== undefined) return asked;
    await replaceSamples(trx, { asset, eur: price, at: context.clock.now() });
    await recordAction(context, trx, { operator, action: 'price_accepted', subject: asset, details: { eur } });
    return undefined;
  });
}

/** Accepts the servers' clock although it went back: it had been ahead. Promised prices are timed by it again. */
export async function trustClock(context: AppContext, { operator }: { operator: string }): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    await resetTime(trx, context);
    await recordAction(context, trx, { operator, action: 'clock_trusted', subject: 'clock' });
  });
}
