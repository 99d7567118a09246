import type { ProductClient } from '@causeway/testing/product-client';
import type { Chain, SandboxDriver } from '@causeway/testing/sandbox-driver';

/** Coins that come to the product or leave it, and when it stops following their blocks. */
export interface Coins {
  readonly direction: 'payin' | 'payout';
  readonly chain: Chain;
  readonly address: string;
  readonly asset: string;
}

/** An order that was made, its client and the sandbox. */
export interface MadeOrder {
  readonly niceId: string;
  readonly client: ProductClient;
  readonly sandbox: SandboxDriver;
}

/** A route through the product: how an order is paid and how it pays out. */
export interface Flow {
  readonly name: string;
  /** The order in wire form, without its destination. */
  readonly form: Readonly<Record<string, string>>;
  /** Where coins are paid out; without it no coins leave. */
  readonly payout?: { readonly chain: Chain; readonly asset: string };
  /** Fields of one order alone, in wire form. */
  readonly dress?: (sandbox: SandboxDriver) => Promise<Readonly<Record<string, string>>>;
  /** Its orders withdraw from the balance, by the call for that. */
  readonly isWithdrawal?: true;
  /** How its orders end, if not as finished. */
  readonly end?: 'refunded' | 'canceled';
  /** Its pay-in waits on an address of its order, and is collected after the end. */
  readonly isCollected?: true;
  /** How often its orders are paid out; once when left out. */
  readonly payouts?: 0;
  /** Default 10. Orders of one client recover side by side, and a card that two of them pay with is listed once. */
  readonly ordersOfAClient?: 1;
  /** What a new client needs before its first order. */
  readonly prepare?: (client: ProductClient, sandbox: SandboxDriver) => Promise<void>;
  /** The client's part, once, and the coins that it brings in. */
  readonly pay: (order: MadeOrder) => Promise<Coins | undefined>;
  /** How often the order was paid out, where that is outside and not on a chain. */
  readonly countPayouts?: (order: MadeOrder) => Promise<number>;
  /** Kinds of the entries that the ledger has for an order at its end, sorted. */
  readonly entries: readonly string[];
  /** Number of different e-mails about an order. */
  readonly emails: number;
  /** The least number of effects of an order. */
  readonly leastEffects: number;
}
