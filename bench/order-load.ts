import { setTimeout as sleep } from 'node:timers/promises';
import type { OrderBuyer, PlacedOrder } from './order-buyer.ts';

/** No more orders are begun above this number: a slow product then shows as fewer orders, not as exhausted memory. */
const inFlightMost = 64;

/** How an order load went. */
export interface OrderLoad {
  /** In the order of their answers, with the time of the answer from `performance.now()`. */
  placed: readonly (PlacedOrder & { at: number })[];
  paid: number;
  failures: readonly string[];
}

/**
 * Begins so many orders a second, evenly, for so many seconds, independent of earlier ones; each is paid once it
 * exists.
 */
export async function loadOrders(
  buyers: readonly OrderBuyer[],
  { aSecond, seconds }: { aSecond: number; seconds: number },
): Promise<OrderLoad> {
  const placed: (PlacedOrder & { at: number })[] = [];
  const failures: string[] = [];
  const inFlight = new Set<Promise<void>>();
  let paid = 0;
  const started = performance.now();
  const buy = async (buyer: OrderBuyer) => {
    try {
      const order = await buyer.order();
      placed.push({ ...order, at: performance.now() });
      await buyer.pay(order);
      paid += 1;
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
  };
  for (let count = 0; performance.now() - started < seconds * 1000;) {
    const due = Math.floor(((performance.now() - started) * aSecond) / 1000);
    while (count <= due && inFlight.size < inFlightMost) {
      const buyer = buyers[count % buyers.length];
      count += 1;
      if (buyer === undefined) continue;
      const one = buy(buyer).finally(() => inFlight.delete(one));
      inFlight.add(one);
    }
    // Orders that could not be begun in time are not made up for.
    count = Math.max(count, due);
    await sleep(5);
  }
  await Promise.all(inFlight);
  return { placed, paid, failures };
}
