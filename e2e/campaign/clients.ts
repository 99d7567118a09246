import { ProductClient } from '@causeway/testing/product-client';
import type { Campaign } from './open-campaign.ts';
import type { Flow } from './flow.ts';

const ordersOfAClient = 10;

/** Gives clients for the orders of a route: a new one after so many orders, so that no limit is reached. */
export class Clients {
  readonly #campaign: Pick<Campaign, 'productUrl' | 'sandbox'>;
  readonly #known = new Map<Flow, { client: ProductClient; orders: number }>();

  constructor(campaign: Pick<Campaign, 'productUrl' | 'sandbox'>) {
    this.#campaign = campaign;
  }

  async next(flow: Flow): Promise<ProductClient> {
    const known = this.#known.get(flow);
    if (known !== undefined && known.orders < (flow.ordersOfAClient ?? ordersOfAClient)) {
      known.orders += 1;
      return known.client;
    }
    const { productUrl, sandbox } = this.#campaign;
    const client = new ProductClient(productUrl, sandbox);
    await client.register();
    await flow.prepare?.(client, sandbox);
    this.#known.set(flow, { client, orders: 1 });
    return client;
  }
}
