import type { ProductClient } from '@causeway/testing/product-client';
import type { Chain, SandboxDriver } from '@causeway/testing/sandbox-driver';

/** Coins that come to the product or leave it, and when it takes no more interest in their blocks. */
export interface Coins {
  readonly direction: 'payin' | 'payout';
  readonly chain: Chain;
  readonly address: string;
  readonly asset: string;
}

/** An order that was made, and who can do something for it. */
export interface MadeOrder {
  readonly niceId: string;
  readonly client: ProductClient;
  readonly sandbox: SandboxDriver;
}

/** A way through the product: how an order is paid and how it pays out. */
export interface Way {
  readonly name: string;
  /** The order in wire form, less its destination. */
  readonly form: Readonly<Record<string, string>>;
  /** Where coins are paid out; without it nothing goes out on a chain. */
  readonly payout?: { readonly chain: Chain; readonly asset: string };
  /** What belongs to one order alone, in wire form. */
  readonly dress?: (sandbox: SandboxDriver) => Promise<Readonly<Record<string, string>>>;
  /** How its orders end, when not as finished. */
  readonly end?: 'refunded' | 'canceled';
  /** What it is paid with waits on an address of its order, and is collected after the end. */
  readonly isCollected?: true;
  /** How often its orders are paid out; once when left out. */
  readonly payouts?: 0;
  /** What a new client needs before its first order. */
  readonly prepare?: (client: ProductClient, sandbox: SandboxDriver) => Promise<void>;
  /** The client's part, once, and what then comes in on a chain. */
  readonly pay: (order: MadeOrder) => Promise<Coins | undefined>;
  /** How often the order was paid out, where that is outside and not on a chain. */
  readonly countPayouts?: (order: MadeOrder) => Promise<number>;
  /** Kinds of the entries that the ledger has for an order at its end, sorted. */
  readonly entries: readonly string[];
  /** Different letters that tell of an order. */
  readonly letters: number;
  /** An order has no fewer effects. */
  readonly leastEffects: number;
}
