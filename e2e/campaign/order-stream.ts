import { setTimeout as sleep } from 'node:timers/promises';
import { compareLedgerWithJournal } from '@causeway/testing/compare-ledger-with-journal';
import { ProductClient } from '@causeway/testing/product-client';
import { queryRows } from '@causeway/testing/query-rows';
import type { SandboxDriver } from '@causeway/testing/sandbox-driver';
import { z } from 'zod';
import { agreements, byCard } from './order-form.ts';

/** Calls under way at a time; more are not begun, so that a service that is away is not flooded when it is back. */
const inFlightMost = 64;
/** Paid orders that have not ended: on a machine that cannot keep up, more would only make all of them late. */
const unfinishedMost = 400;
const countMs = 500;
/** An access token is good for some minutes. */
const renewMs = 120_000;

interface Ground {
  productUrl: string;
  sandbox: SandboxDriver;
  databaseUrl: string;
}

const row = z.object({
  niceId: z.string(),
  status: z.string(),
  payments: z.coerce.number(),
  entries: z.coerce.number(),
});

const unfinished = z.object({ count: z.coerce.number() });

/**
 * Orders by card to the balance, begun evenly whatever becomes of those before, and paid. Each call is sent again until
 * it is answered, as a page does.
 */
export class OrderStream {
  readonly #ground: Ground;
  readonly #buyers: readonly ProductClient[];
  readonly #over = new AbortController();
  readonly #inFlight = new Set<Promise<void>>();
  readonly #failures: string[] = [];
  /** The numbers of answered orders, and when each answer came. */
  readonly #answered: { niceId: string; at: number }[] = [];
  #begun = 0;
  #unfinished = 0;
  #startedAt = 0;
  #running: Promise<unknown> = Promise.resolve();

  private constructor(ground: Ground, buyers: readonly ProductClient[]) {
    this.#ground = ground;
    this.#buyers = buyers;
  }

  /** Registers so many buyers. */
  static async open(ground: Ground, count: number): Promise<OrderStream> {
    const buyers: ProductClient[] = [];
    while (buyers.length < count) {
      const buyer = new ProductClient(ground.productUrl, ground.sandbox);
      await buyer.register();
      buyers.push(buyer);
    }
    return new OrderStream(ground, buyers);
  }

  get answered(): number {
    return this.#answered.length;
  }

  /** How many were answered in a second, from the start until the last answer. */
  get rate(): number {
    const lastAt = this.#answered.at(-1)?.at ?? this.#startedAt;
    return (this.#answered.length * 1000) / Math.max(1, lastAt - this.#startedAt);
  }

  /** The longest time without an answer to any order, in seconds. */
  get longestSilence(): number {
    const times = [this.#startedAt, ...this.#answered.map(({ at }) => at)];
    return Math.max(...times.slice(1).map((at, place) => at - (times[place] ?? at)), 0) / 1000;
  }

  start(aSecond: number): void {
    this.#startedAt = performance.now();
    this.#running = Promise.all([this.#begin(aSecond), this.#renew(), this.#count()]);
  }

  /** Begins no more, and comes back when all that were begun are answered. */
  async stop(): Promise<void> {
    this.#over.abort();
    await this.#running;
    await Promise.all(this.#inFlight);
  }

  async #begin(aSecond: number): Promise<void> {
    for (let due = 0; !this.#over.signal.aborted; await sleep(5)) {
      const now = Math.floor(((performance.now() - this.#startedAt) * aSecond) / 1000);
      for (; due < now; due += 1) {
        const buyer = this.#buyers[due % this.#buyers.length];
        // What could not be begun in its time is not made up for.
        if (buyer === undefined || this.#inFlight.size >= inFlightMost || this.#unfinished >= unfinishedMost) continue;
        this.#begun += 1;
        const one = this.#buy(buyer).finally(() => this.#inFlight.delete(one));
        this.#inFlight.add(one);
      }
    }
  }

  async #buy(buyer: ProductClient): Promise<void> {
    const { sandbox } = this.#ground;
    try {
      const form = { ...byCard, ...agreements, payout_currency: 'EUR', payout_group: 'balance' };
      const niceId = await buyer.placeOrder(form);
      this.#answered.push({ niceId, at: performance.now() });
      for (const { id } of await sandbox.acquirerPayments(niceId)) await sandbox.settlePayment(id, 'approved');
    } catch (error) {
      this.#failures.push(error instanceof Error ? error.message : String(error));
    }
  }

  async #count(): Promise<void> {
    const emails = this.#buyers.map(({ email }) => email);
    for (; !this.#over.signal.aborted; await sleep(countMs)) {
      const counted = queryRows(
        this.#ground.databaseUrl,
        unfinished,
        `select count(*) as count from orders where email = any($1) and status not in ('finished', 'expired')`,
        [emails],
      );
      // While the database is away nothing ends either.
      await counted.then(([one]) => (this.#unfinished = one?.count ?? 0)).catch(() => {});
    }
  }

  async #renew(): Promise<void> {
    while (!this.#over.signal.aborted) {
      await sleep(renewMs, undefined, { signal: this.#over.signal }).catch(() => {});
      if (this.#over.signal.aborted) return;
      for (const buyer of this.#buyers)
        await buyer.renew().catch((error: unknown) => this.#failures.push(String(error)));
    }
  }

  /** What is wrong with the orders, one line each: one that was lost, doubled, paid twice or not at all. */
  async findFaults(): Promise<string[]> {
    const { databaseUrl, sandbox } = this.#ground;
    const found = await queryRows(
      databaseUrl,
      row,
      `select nice_id as "niceId", status,
         (select count(*) from card_payments where card_payments.order_id = orders.order_id) as payments,
         (select count(*) from ledger_entries where reference = nice_id and kind = 'card_payin') as entries
       from orders where email = any($1)`,
      [this.#buyers.map(({ email }) => email)],
    );
    const known = new Map(found.map((order) => [order.niceId, order]));
    const faults = [...this.#failures];
    if (found.length !== this.#begun) faults.push(`${this.#begun} orders were begun, and there are ${found.length}`);
    if (new Set(this.#answered.map(({ niceId }) => niceId)).size !== this.#begun)
      faults.push(`${this.#begun} orders were begun, and ${this.#answered.length} answered`);
    for (const { niceId } of this.#answered) {
      const order = known.get(niceId);
      if (order === undefined) faults.push(`${niceId} is lost`);
      else if (order.status !== 'finished' || order.payments !== 1 || order.entries !== 1)
        faults.push(`${niceId} is ${order.status}, has ${order.payments} payments and ${order.entries} entries`);
    }
    return faults.length > 0 ? faults : compareLedgerWithJournal(databaseUrl, sandbox);
  }
}
