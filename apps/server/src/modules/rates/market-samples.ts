import { sql } from 'kysely';
import { z } from 'zod';
import { dayMs } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { PriceReference } from './judge-prices.ts';

const hourMs = 3_600_000;
/** A chart of a week needs no hour before it. */
const hoursKept = 8 * 24;
/** One sample per interval: enough for a median, and few rows. */
const sampleMs = 10 * 60_000;

const row = z.object({ asset: z.string(), median: z.bigint(), latest: z.bigint(), at: z.date() });

/**
 * Medians of the last day for every asset; for one without samples in a day, its last sample. Samples of a clock that
 * was ahead do not count until their time has come.
 */
export async function readReferences(executor: Executor, now: Date): Promise<ReadonlyMap<string, PriceReference>> {
  const dayAgo = new Date(now.getTime() - dayMs);
  const { rows } = await sql`
    select asset, latest, at, coalesce(of_day, latest) as median from (
      select asset,
        percentile_disc(0.5) within group (order by eur) filter (where sampled_at > ${dayAgo}) as of_day,
        (array_agg(eur order by sampled_at desc))[1] as latest, max(sampled_at) as at
      from market_samples where sampled_at <= ${now} group by asset
    ) sampled
  `.execute(executor);
  return new Map(
    z
      .array(row)
      .parse(rows)
      .map(({ asset, ...reference }) => [asset, reference]),
  );
}

/**
 * Stores accepted prices, once in ten minutes for all processes together, and deletes those from before the last day.
 */
export async function keepSamples(executor: Executor, accepted: ReadonlyMap<string, bigint>, now: Date): Promise<void> {
  const sampledAt = new Date(Math.floor(now.getTime() / sampleMs) * sampleMs);
  const rows = [...accepted].filter(([asset]) => asset !== 'EUR').map(([asset, eur]) => ({ asset, eur, sampledAt }));
  if (rows.length === 0) return;
  const kept = await executor
    .insertInto('marketSamples')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['asset', 'sampledAt']).doNothing())
    .returningAll()
    .execute();
  await keepPrices(executor, kept);
  await executor
    .deleteFrom('hourlyPrices')
    .where('hour', '<', new Date(now.getTime() - hoursKept * hourMs))
    .execute();
  const dayAgo = new Date(now.getTime() - dayMs);
  await sql`
    delete from market_samples old where sampled_at < ${dayAgo}
      and exists (select from market_samples newer where newer.asset = old.asset and newer.sampled_at > old.sampled_at)
  `.execute(executor);
}

/** The last sample of an hour and of a day is its price. */
async function keepPrices(
  executor: Executor,
  samples: readonly { asset: string; eur: bigint; sampledAt: Date }[],
): Promise<void> {
  if (samples.length === 0) return;
  const days = samples.map(({ asset, eur, sampledAt }) => ({ asset, eur, day: sampledAt.toISOString().slice(0, 10) }));
  await executor
    .insertInto('dailyPrices')
    .values(days.map(({ day, ...row }) => ({ ...row, day: sql<Date>`${day}::date` })))
    .onConflict((conflict) =>
      conflict.columns(['asset', 'day']).doUpdateSet({ eur: (excluded) => excluded.ref('excluded.eur') }),
    )
    .execute();
  await executor
    .insertInto('hourlyPrices')
    .values(samples.map(({ asset, eur, sampledAt }) => ({ asset, eur, hour: startOfHour(sampledAt) })))
    .onConflict((conflict) =>
      conflict.columns(['asset', 'hour']).doUpdateSet({ eur: (excluded) => excluded.ref('excluded.eur') }),
    )
    .execute();
}

const startOfHour = (at: Date) => new Date(Math.floor(at.getTime() / hourMs) * hourMs);

/** Makes a price that a person has confirmed the only known one of its asset. */
export async function replaceSamples(trx: Executor, sample: { asset: string; eur: bigint; at: Date }): Promise<void> {
  const { asset, eur, at } = sample;
  await trx.deleteFrom('marketSamples').where('asset', '=', asset).execute();
  await trx.insertInto('marketSamples').values({ asset, eur, sampledAt: at }).execute();
  await keepPrices(trx, [{ asset, eur, sampledAt: at }]);
}
