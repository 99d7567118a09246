import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SandboxDriver } from './sandbox-driver.ts';
import { z } from 'zod';

const tokens = z.object({ success: z.literal(1), access: z.string(), refresh: z.string() });
const orderSeen = z.object({
  nice_id: z.string(),
  status: z.string(),
  crypto_address: z.string(),
  confirmation: z.object({ uuid: z.string() }).nullable(),
  purchase_params_payin: z.object({ sepa_account: z.looseObject({ iban: z.string() }).optional() }),
});
const order = z.object({ order: orderSeen });
const question = z.object({ order: z.object({ status: z.string(), decision: z.looseObject({}).nullable() }) });
const errorItems = z.array(z.looseObject({ code: z.string() })).default([]);
const orderAnswer = z.looseObject({
  order_id: z.string().optional(),
  error: z.string().default(''),
  errors: errorItems,
});
const withdrawalAnswer = z.looseObject({ nice_id: z.string().optional(), errors: errorItems });
const calculation = z.object({ calc: z.object({ quote: z.string() }) });
const approval = z.object({ success: z.literal([0, 1]), error: z.string().default(''), errors: errorItems });
const paid = z.object({ success: z.literal([0, 1]), errors: errorItems });
const cards = z.object({ cards: z.array(z.object({ token: z.string() })) });
const success = z.object({ success: z.literal(1) });

/** An order as its client reads it. */
export type OrderSeen = z.output<typeof orderSeen>;
const preorderNames = [
  'payin_currency',
  'payin_group',
  'payin_amount',
  'payout_currency',
  'payout_group',
  'payout_amount',
  'is_payout_calc',
  'is_floating_rate',
  'coupon',
  'partner_key',
];
type WireForm = Readonly<Record<string, string>>;

const newEmail = () => `${randomUUID()}@example.com`;

/** How long a call without an answer is repeated. */
const answerWithinMs = 120_000;

/** A client of the product without a browser: the calls of a purchase, each repeated until it is answered. */
export class ProductClient {
  readonly #base: string;
  readonly #sandbox: SandboxDriver;
  email = newEmail();
  #access = '';
  #refresh = '';

  constructor(base: string, sandbox: SandboxDriver) {
    this.#base = base;
    this.#sandbox = sandbox;
  }

  /** The access token; empty before `register`. */
  get access(): string {
    return this.#access;
  }

  /**
   * Registers a new client and confirms the e-mail. A sign-up whose answer was lost has used up its captcha and taken
   * the address: another address begins again, as no person would wait for that one.
   */
  async register(): Promise<void> {
    try {
      await this.#register();
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error;
      this.#access = '';
      this.email = newEmail();
      await this.#register();
    }
  }

  async #register(): Promise<void> {
    const { email } = this;
    const captcha = await this.#sandbox.captchaToken('signup');
    const signedUp = await this.#post(
      '/signup',
      { email, password: 'correct horse battery', is_agree_terms: '1', 'g-recaptcha-response': captcha },
      tokens,
    );
    this.#access = signedUp.access;
    this.#refresh = signedUp.refresh;
    await this.#post('/check_email_verification_code', { code: await this.#readCode(email) }, success);
  }

  /** Gets a new access token, as a client does whose old one has ended. */
  async renew(): Promise<void> {
    const form = { refresh: this.#refresh };
    const renewed = await this.#post(
      '/refresh_access_token',
      form,
      z.object({ access: z.string(), refresh: z.string() }),
    );
    this.#access = renewed.access;
    this.#refresh = renewed.refresh;
  }

  /** Creates an order by card at a fixed rate, to a Bitcoin address. */
  async createOrder(address: string, payinAmount = '250', onToken?: (token: string) => void): Promise<string> {
    return this.placeOrder({ ...cardToBitcoin, payin_amount: payinAmount, dst_address: address }, onToken);
  }

  /**
   * Creates an order, in wire form. The very same call is sent again until it is answered; a captcha token that was
   * spent before its order was made is replaced, as a person who presses again does. The order has a key, as a page
   * gives it: a call that is still under way makes the same order. Where `onToken` is given, it is called with each
   * token before it is used, and the token names the order.
   *
   * @returns the order's number
   */
  async placeOrder(form: WireForm, onToken?: (token: string) => void): Promise<string> {
    let quote = await this.#readQuote(form);
    let key = randomUUID();
    for (let count = 0; count < 5; count += 1) {
      const token = await this.#sandbox.captchaToken('order');
      onToken?.(token);
      const fields = { ...form, ...quote, 'g-recaptcha-response': token };
      const named: Record<string, string> = onToken === undefined ? { 'idempotency-key': key } : {};
      const answer = await this.#post('/onramp/o/new', fields, orderAnswer, named);
      if (answer.order_id !== undefined && answer.order_id !== '') return answer.order_id;
      if (answer.error === 'QUOTE_EXPIRED') [quote, key] = [await this.#readQuote(form), randomUUID()];
      else if (answer.error !== 'WRONG_CAPTCHA') throw new Error(`The order was refused: ${JSON.stringify(answer)}`);
    }
    throw new Error('No captcha token was taken.');
  }

  /** Withdraws from the balance, in wire form; as `placeOrder`. @returns the number of its order */
  async withdraw(form: WireForm, onToken?: (token: string) => void): Promise<string> {
    for (let count = 0; count < 5; count += 1) {
      const token = await this.#sandbox.captchaToken('order');
      onToken?.(token);
      // A withdrawal carries no number of a partner: its call is known by this.
      onToken?.(createHash('sha256').update(token).digest('hex'));
      const fields = { ...form, 'g-recaptcha-response': token };
      const answer = await this.#post('/balance/withdrawal/new', fields, withdrawalAnswer);
      if (answer.nice_id !== undefined && answer.nice_id !== '') return answer.nice_id;
      if (!answer.errors.some(({ code }) => code === 'WRONG_CAPTCHA'))
        throw new Error(`The withdrawal was refused: ${JSON.stringify(answer)}`);
    }
    throw new Error('No captcha token was taken.');
  }

  /** Approves an order that is paid from the balance with the code that came for it; repeated until it is answered. */
  async approve(uuid: string, code: string): Promise<void> {
    for (let count = 0; count < 5; count += 1) {
      const token = await this.#sandbox.captchaToken('code');
      const form = { uuid, code, 'g-recaptcha-response': token };
      const answer = await this.#post('/order/approve_withdrawal', form, approval);
      if (answer.success === 1) return;
      if (answer.error !== 'WRONG_CAPTCHA') throw new Error(`The code was refused: ${JSON.stringify(answer)}`);
    }
    throw new Error('No captcha token was taken.');
  }

  /** Cancels an order; repeated until it is answered. */
  async cancel(niceId: string): Promise<void> {
    await this.#post(`/onramp/o/${niceId}/cancel`, {}, z.looseObject({ success: z.literal([0, 1]) }));
  }

  /**
   * Pays an order inside the page with a card that the acquirer's frame has read, and saves the card; repeated until it
   * is answered.
   */
  async payByCard(niceId: string, token: string): Promise<void> {
    const form = { provider: 'card_one_form', card_token: token, card_holder_name: 'SAM SANDBOX', save_card: '1' };
    const answer = await this.#post(`/onramp/o/${niceId}/pay`, form, paid);
    if (answer.success === 0) throw new Error(`The card was refused: ${JSON.stringify(answer)}`);
  }

  /** The client's saved cards. */
  async listCards(): Promise<string[]> {
    return (await this.#post('/cards', { direction: 'payin' }, cards)).cards.map(({ token }) => token);
  }

  /** Deletes a saved card; repeated until it is answered. A card that was deleted before counts as deleted. */
  async deleteCard(token: string): Promise<void> {
    for (const deadline = Date.now() + answerWithinMs; Date.now() < deadline; await sleep(250)) {
      await this.#post('/card/delete', { token }, z.unknown());
      if (!(await this.listCards()).includes(token)) return;
    }
    throw new Error('The card was never deleted.');
  }

  /** Answers the question about late or partial money with "no"; repeated until the question is there. */
  async declineDecision(niceId: string): Promise<void> {
    for (const deadline = Date.now() + answerWithinMs; Date.now() < deadline; await sleep(250)) {
      const asked = await this.#post(`/onramp/o/${niceId}`, { ghost_mode: '1' }, question);
      if (asked.order.status === 'refunded') return;
      if (asked.order.decision === null) continue;
      await this.#post(
        '/lt_decision',
        { nice_id: niceId, answer: 'no' },
        z.looseObject({ success: z.literal([0, 1]) }),
      );
      return;
    }
    throw new Error(`The client was not asked about the money of ${niceId}.`);
  }

  /** The order with what only its client sees. */
  async readOrder(niceId: string): Promise<OrderSeen> {
    return (await this.#post(`/onramp/o/${niceId}`, {}, order)).order;
  }

  async readStatus(niceId: string): Promise<string> {
    return (await this.#post(`/onramp/o/${niceId}`, { ghost_mode: '1' }, order)).order.status;
  }

  /** The quote of the price that a page would show; none for a floating rate. */
  async #readQuote(form: WireForm): Promise<WireForm> {
    if (form['is_floating_rate'] !== '0') return {};
    const query = new URLSearchParams(Object.entries(form).filter(([name]) => preorderNames.includes(name)));
    const headers = { 'x-authorization': `Bearer ${this.#access}` };
    for (const deadline = Date.now() + answerWithinMs; Date.now() < deadline; await sleep(250)) {
      const answer = await fetch(`${this.#base}/onramp/calc?${query.toString()}`, { headers }).catch(() => undefined);
      if (answer?.status !== 200) continue;
      const { quote } = calculation.parse(await answer.json()).calc;
      return quote === '' ? {} : { quote };
    }
    throw new Error('There was no price.');
  }

  async #readCode(email: string): Promise<string> {
    for (const deadline = Date.now() + answerWithinMs; Date.now() < deadline; await sleep(100)) {
      const messages = await this.#sandbox.inbox(email).catch(() => []);
      const code = messages.find((message) => message.code !== '' && message.code !== null)?.code;
      if (typeof code === 'string' && code !== '') return code;
    }
    throw new Error(`No code arrived for ${email}.`);
  }

  async #post<Schema extends z.ZodType>(
    path: string,
    form: WireForm,
    schema: Schema,
    named: Readonly<Record<string, string>> = {},
  ): Promise<z.output<Schema>> {
    let last: unknown;
    for (const deadline = Date.now() + answerWithinMs; Date.now() < deadline;) {
      try {
        const response = await fetch(this.#base + path, {
          method: 'POST',
          headers: {
            'x-requested-with': 'XMLHttpRequest',
            ...named,
            ...(this.#access === '' ? {} : { 'x-authorization': `Bearer ${this.#access}` }),
          },
          body: new URLSearchParams(form),
          signal: AbortSignal.timeout(10_000),
        });
        const text = await response.text();
        if (response.status < 500) return schema.parse(JSON.parse(text));
        last = new Error(`${path}: ${response.status} ${text}`);
      } catch (error) {
        // A refusal is an answer; only a lost connection is worth another attempt.
        if (error instanceof z.ZodError) throw error;
        last = error;
      }
      await sleep(250);
    }
    throw new Error(`${path} was never answered.`, { cause: last });
  }
}

const cardToBitcoin: WireForm = {
  payin_currency: 'EUR',
  payin_group: 'card',
  payout_currency: 'BTC',
  payout_group: 'bitcoin',
  is_floating_rate: '0',
};
