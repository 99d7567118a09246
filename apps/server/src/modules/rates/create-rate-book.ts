import type { CrossPrice, PriceGuard, Rates } from '../../context.ts';
import { crossPrice } from './cross-price.ts';
import { judgePrices, type JudgedPrices } from './judge-prices.ts';
import { readSnapshot, type PriceTable } from './market-snapshot.ts';
import { createMeasures, type RateBookTools } from './price-measures.ts';

const pollMs = 2000;
/** How far a market's clock may be ahead of ours. */
const aheadMs = 30_000;

/** The latest prices of the market, kept in memory and renewed every two seconds. */
export interface RateBook extends Rates {
  /** Settled once the first prices are there. */
  readonly ready: Promise<void>;
  start(): void;
  stop(): Promise<void>;
  /** Queries the market once. Keeps the old prices when it does not answer; their age shows it. */
  refresh(): Promise<void>;
}

interface Held {
  table: PriceTable;
  judged: JudgedPrices;
  /** Cross prices of this snapshot that were requested, by pay-in, then by payout asset. */
  crosses: Map<string, Map<string, CrossPrice | undefined>>;
}

export function createRateBook(tools: RateBookTools): RateBook {
  const { promise: ready, resolve: becomeReady } = Promise.withResolvers<void>();
  const measure = createMeasures(tools);
  let held: Held | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let current: Promise<void> = Promise.resolve();
  let isFailing = false;

  async function refresh(): Promise<void> {
    try {
      const table = readSnapshot(await tools.market.getPrices());
      if (table.quotations.size === 0) throw new Error('The market answered without a single price.');
      // A time too far ahead would make every later answer look outdated.
      const latest = tools.clock.now().getTime() + aheadMs;
      if (table.at.getTime() > latest) throw new Error('The market answered with prices of the future.');
      const judged = judgePrices(table, await measure.read());
      // An answer older than the held one is dropped, unless the held one came while all clocks were ahead.
      if (held === undefined || table.at >= held.table.at || held.table.at.getTime() > latest) {
        held = { table: judged.table, judged, crosses: new Map() };
        measure.accept(judged);
      }
      if (isFailing) tools.log.info('market answers again', { provider: 'market' });
      isFailing = false;
      becomeReady();
    } catch (error) {
      if (!isFailing) tools.log.warn('market gives no prices', { provider: 'market', error });
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
      // A market far ahead of our clock is as untrustworthy as one far behind.
      const ageMs = Math.abs(tools.clock.now().getTime() - held.table.at.getTime());
      if (ageMs > maxAgeSeconds * 1000) return undefined;
      return findCross(held, payinAsset, payoutAsset);
    },
    readGuard: (): PriceGuard => ({
      at: held?.table.at,
      accepted: held?.judged.accepted ?? new Map(),
      faults: held?.judged.faults ?? new Map(),
    }),
    isPaused: (asset) => held?.judged.faults.has(asset) ?? false,
    getMedian: (asset) => measure.getMedian(asset),
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
