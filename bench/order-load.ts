import { setTimeout as sleep } from 'node:timers/promises';
import type { OrderBuyer, PlacedOrder } from './order-buyer.ts';

/** Beyond so many under way at once nothing new is begun: who falls behind is to be seen as fewer orders, not as no memory. */
const underWayMost = 64;

/** How an order load went. */
export interface OrderLoad {
  /** In the order of their answers, with the moment of the answer as `performance.now()` tells it. */
  placed: readonly (PlacedOrder & { at: number })[];
  paid: number;
  failures: readonly string[];
}

/** Begins so many orders a second, evenly, for so many seconds, whatever became of those before; each is paid when it is there. */
export async function loadOrders(
  buyers: readonly OrderBuyer[],
  { aSecond, seconds }: { aSecond: number; seconds: number },
): Promise<OrderLoad> {
  const placed: (PlacedOrder & { at: number })[] = [];
  const failures: string[] = [];
  const underWay = new Set<Promise<void>>();
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
    while (count <= due && underWay.size < underWayMost) {
      const buyer = buyers[count % buyers.length];
      count += 1;
      if (buyer === undefined) continue;
      const one = buy(buyer).finally(() => underWay.delete(one));
      underWay.add(one);
    }
    // What could not be begun in time is not made up for.
    count = Math.max(count, due);
    await sleep(5);
  }
  await Promise.all(underWay);
  return { placed, paid, failures };
}
