import { randomUUID } from 'node:crypto';
import { ProductClient } from '@causeway/testing/product-client';
import type { SandboxDriver } from '@causeway/testing/sandbox-driver';
import { z } from 'zod';
import type { KeepAliveClient } from './keep-alive-client.ts';

const captchaAnswer = z.object({ token: z.string() });
const orderAnswer = z.object({
  order_id: z.string().min(1),
  purchase_params_payin: z.object({ purchase_url: z.url().optional() }),
});

/** An order that waits for its money. */
export interface PlacedOrder {
  niceId: string;
  /** The payment's id at the acquirer; missing when its page did not come in time. */
  paymentId: string | undefined;
  /** From the press of the button to the answer. */
  creationMs: number;
}

const priceAnswer = z.object({ calc: z.object({ quote: z.string().min(1) }) });

const form = { 'content-type': 'application/x-www-form-urlencoded', 'x-requested-with': 'XMLHttpRequest' };
const json = { 'content-type': 'application/json' };

/** A client of the product who buys bitcoin by card, with as little work of the bench itself as possible. */
export class OrderBuyer {
  readonly #product: KeepAliveClient;
  readonly #sandbox: KeepAliveClient;
  readonly #authorization: string;
  readonly #fields: Readonly<Record<string, string>>;

  constructor(product: KeepAliveClient, sandbox: KeepAliveClient, access: string, address: string) {
    this.#product = product;
    this.#sandbox = sandbox;
    this.#authorization = `Bearer ${access}`;
    this.#fields = {
      payin_currency: 'EUR',
      payin_group: 'card',
      payin_amount: '31',
      payout_currency: 'BTC',
      payout_group: 'bitcoin',
      is_floating_rate: '0',
      dst_address: address,
    };
  }

  /** A new client with a confirmed e-mail. */
  static async register(
    urls: { productUrl: string; driver: SandboxDriver },
    clients: { product: KeepAliveClient; sandbox: KeepAliveClient },
    address: string,
  ): Promise<OrderBuyer> {
    const client = new ProductClient(urls.productUrl, urls.driver);
    await client.register();
    return new OrderBuyer(clients.product, clients.sandbox, client.access, address);
  }

  async order(): Promise<PlacedOrder> {
    const { token } = captchaAnswer.parse(
      await this.#sandbox.post('/control/captcha/token', JSON.stringify({ action: 'order' }), json),
    );
    const quote = await this.#readQuote();
    const body = new URLSearchParams({ ...this.#fields, quote, 'g-recaptcha-response': token }).toString();
    const headers = { ...form, 'x-authorization': this.#authorization, 'idempotency-key': randomUUID() };
    // The page gets the captcha token before the button is pressed.
    const asked = performance.now();
    const answer = orderAnswer.parse(await this.#product.post('/onramp/o/new', body, headers));
    const creationMs = performance.now() - asked;
    const page = answer.purchase_params_payin.purchase_url;
    const paymentId = page === undefined ? undefined : new URL(page).pathname.split('/').at(-1);
    return { niceId: answer.order_id, paymentId, creationMs };
  }

  /** The fixed price on screen, as a page has it before the button is pressed; it makes one order. */
  async #readQuote(): Promise<string> {
    const { dst_address: _address, ...preorder } = this.#fields;
    const query = new URLSearchParams(preorder).toString();
    const headers = { 'x-authorization': this.#authorization };
    return priceAnswer.parse(await this.#product.get(`/onramp/calc?${query}`, headers)).calc.quote;
  }

  /** Pays at the acquirer, which notifies the product. */
  async pay({ niceId, paymentId }: PlacedOrder): Promise<void> {
    if (paymentId === undefined) throw new Error(`The page of order ${niceId} was not there in time.`);
    await this.#sandbox.post(`/control/acquirer/payments/${paymentId}`, '{"outcome":"approved"}', json);
  }
}
