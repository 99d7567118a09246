import type { Clock, CrossPrice, Rates } from '../../context.ts';
import type { Log } from '../../log.ts';
import type { Market } from '../../providers/market/port.ts';
import { crossPrice } from './cross-price.ts';
import { readSnapshot, type PriceTable } from './market-snapshot.ts';

const pollMs = 2000;

/** The latest prices of the market, kept in memory and renewed every two seconds. */
export interface RateBook extends Rates {
  /** Settled once the first prices are there. */
  readonly ready: Promise<void>;
  start(): void;
  stop(): Promise<void>;
  /** Asks the market once. Keeps the old prices when it does not answer; their age tells. */
  refresh(): Promise<void>;
}

interface Held {
  table: PriceTable;
  /** Crosses of this snapshot that were asked for, by pay-in, then by pay-out asset. */
  crosses: Map<string, Map<string, CrossPrice | undefined>>;
}

export function createRateBook(tools: { market: Market; clock: Clock; log: Log }): RateBook {
  const { promise: ready, resolve: becomeReady } = Promise.withResolvers<void>();
  let held: Held | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let current: Promise<void> = Promise.resolve();
  let isFailing = false;

  async function refresh(): Promise<void> {
    try {
      const table = readSnapshot(await tools.market.getPrices());
      if (table.quotations.size === 0) throw new Error('The market answered without a single price.');
      // An answer that overtook a newer one is dropped.
      if (held === undefined || table.at >= held.table.at) held = { table, crosses: new Map() };
      if (isFailing) tools.log.info('market answers again', { firm: 'market' });
      isFailing = false;
      becomeReady();
    } catch (error) {
      if (!isFailing) tools.log.warn('market gives no prices', { firm: 'market', error });
      isFailing = true;
    }
  }

  async function poll(): Promise<void> {
    current = refresh();
    await current;
    if (isRunning) timer = setTimeout(() => void poll(), pollMs);
  }

  return {
    ready,
    refresh,
    start: () => {
      if (isRunning) return;
      isRunning = true;
      void poll();
    },
    stop: async () => {
      isRunning = false;
      clearTimeout(timer);
      await current;
    },
    getPrice: (payinAsset, payoutAsset, maxAgeSeconds): CrossPrice | undefined => {
      if (held === undefined) return undefined;
      // A market far ahead of our clock is as little to be trusted as one far behind.
      const ageMs = Math.abs(tools.clock.now().getTime() - held.table.at.getTime());
      if (ageMs > maxAgeSeconds * 1000) return undefined;
      return findCross(held, payinAsset, payoutAsset);
    },
  };
}

function findCross(held: Held, payinAsset: string, payoutAsset: string): CrossPrice | undefined {
  const known = held.crosses.get(payinAsset) ?? new Map<string, CrossPrice | undefined>();
  held.crosses.set(payinAsset, known);
  if (known.has(payoutAsset)) return known.get(payoutAsset);
  const ratio = crossPrice(held.table, payinAsset, payoutAsset);
  const price = ratio === undefined ? undefined : { ...ratio, at: held.table.at };
  known.set(payoutAsset, price);
  return price;
}
