import type { PriceReference, JudgedPrices, PriceLimits } from './judge-prices.ts';
import { type PriceTable, readSnapshot } from './market-snapshot.ts';
import type { Market } from '../../providers/market/port.ts';
import type { Clock } from '../../context.ts';
import type { Log } from '../../log.ts';

/** What prices are compared with: the database's references, and the prices accepted since they were read. */
export function createMeasures({ secondMarket, clock, limits, readReferences, log }: RateBookTools) {
  let references: ReadonlyMap<string, PriceReference> | undefined;
  let readAt = 0;
  let accepted = new Map<string, { eur: bigint; at: Date }>();
  let second: { table: PriceTable; heardAt: number } | undefined;

  async function readSecond(now: number): Promise<PriceTable | 'silent' | undefined> {
    if (secondMarket === undefined) return undefined;
    try {
      const table = readSnapshot(await secondMarket.getPrices());
      if (Math.abs(table.at.getTime() - now) <= silentMs) second = { table, heardAt: now };
    } catch (error) {
      log.debug('the second market gives no prices', { provider: 'market', error });
    }
    return second === undefined || now - second.heardAt > silentMs ? 'silent' : second.table;
  }

  return {
    read: async () => {
      const at = clock.now();
      const now = at.getTime();
      // Without past prices no price is trusted, so a failure here is a market without prices.
      if (references === undefined || Math.abs(now - readAt) >= referenceMs) {
        references = await readReferences(at);
        readAt = now;
      }
      const known = new Map(references);
      for (const [asset, { eur, at: acceptedAt }] of accepted) {
        const stored = known.get(asset);
        // A person's decision is newer than the prices accepted before it.
        if (stored === undefined || stored.at < acceptedAt)
          known.set(asset, { median: stored?.median ?? eur, latest: eur, at: acceptedAt });
      }
      return { references: known, limits, second: await readSecond(now) };
    },
    accept: (judged: JudgedPrices) => {
      accepted = new Map([
        ...accepted,
        ...[...judged.accepted].map(([asset, eur]) => [asset, { eur, at: judged.table.at }] as const),
      ]);
    },
    getMedian: (asset: string) => references?.get(asset)?.median ?? accepted.get(asset)?.eur,
  };
}

/** How often the references are read again. */
export const referenceMs = 30_000;
/** A second market without a price for so long is silent. */
export const silentMs = 60_000;

export interface RateBookTools {
  market: Market;
  /** Its prices are only compared with those of the first one. */
  secondMarket?: Market | undefined;
  clock: Clock;
  log: Log;
  limits: PriceLimits;
  /** What all processes know of the day's prices. */
  readReferences(now: Date): Promise<ReadonlyMap<string, PriceReference>>;
}
