import { formatAmount } from '@causeway/domain/money/format-amount';
import type { AppContext, HeldPrice } from '../../context.ts';
import { keepTime } from './known-time.ts';
import { clearAlarm, raiseAlarm } from '../alarms/raise-alarm.ts';
import { keepSamples } from './market-samples.ts';

/** Older prices are not used as samples. */
const youngMs = 60_000;
const decimals = 18;
/** Clocks of several servers differ by less. */
const clockSlackMs = 30_000;

/**
 * Stores market prices for the day's median, and raises an alarm for every asset that is not traded because of its
 * price.
 */
export async function watchPrices(context: AppContext): Promise<void> {
  await watchTime(context);
  const { accepted, faults, at } = context.rates.readGuard();
  const now = context.clock.now();
  if (at === undefined || now.getTime() - at.getTime() > youngMs) return;
  await keepSamples(context.db, accepted, now);
  for (const [asset, fault] of faults)
    await raiseAlarm(context, context.db, { kind: 'price_paused', subject: asset, details: detailsOf(fault) });
  await clearAlarm(context, context.db, 'price_paused', [...accepted.keys()]);
}

/**
 * A clock that goes back must not prolong a price: until it is right again, or a person accepts it, promised prices
 * have ended.
 */
async function watchTime(context: AppContext): Promise<void> {
  const behindMs = (await keepTime(context)).getTime() - context.clock.now().getTime();
  const alarm = { kind: 'clock_back', subject: 'clock' } as const;
  if (behindMs <= clockSlackMs) return clearAlarm(context, context.db, alarm.kind, alarm.subject);
  await raiseAlarm(context, context.db, { ...alarm, details: { seconds: Math.round(behindMs / 1000) } });
}

function detailsOf({ reason, price, known }: HeldPrice): Record<string, string> {
  return {
    reason,
    eur: formatAmount(price, decimals),
    ...(known !== undefined && { knownEur: formatAmount(known, decimals) }),
  };
}
