import type { SandboxDriver } from '@causeway/testing/sandbox-driver';
import { solveCaptcha } from '@causeway/testing/solve-captcha';
import { expect } from '@playwright/test';
import { newEmail, password } from './new-email.ts';
import { pick } from './pick.ts';
import { readCode } from './read-code.ts';

/** A client that was made without a browser. */
export interface ApiClient {
  email: string;
  /** The pair as the widget keeps it. */
  tokens: string;
}

const purchase = {
  payin_currency: 'EUR',
  payin_group: 'card',
  payin_amount: '250',
  payout_currency: 'BTC',
  payout_group: 'bitcoin',
  is_floating_rate: '0',
};

/** Calls of the product for a test's preconditions. */
export class ProductApi {
  readonly #base: string;
  readonly #sandbox: SandboxDriver;

  constructor(base: string, sandbox: SandboxDriver) {
    this.#base = base;
    this.#sandbox = sandbox;
  }

  /** A captcha token that is valid once, made by a proof of work as in the page. */
  captchaToken(action: string): Promise<string> {
    return solveCaptcha(this.#base, action);
  }

  /** A new client; with a confirmed e-mail by default. */
  async register({ isConfirmed = true, lang = 'en' } = {}): Promise<ApiClient> {
    const email = newEmail();
    const answer = await this.#post('/signup', {
      email,
      password,
      is_agree_terms: '1',
      lang,
      'g-recaptcha-response': await this.captchaToken('signup'),
    });
    const [access, refresh] = [text(answer, 'access'), text(answer, 'refresh')];
    if (isConfirmed)
      await this.#post('/check_email_verification_code', { code: await readCode(this.#sandbox, email) }, access);
    return { email, tokens: JSON.stringify({ access, refresh }) };
  }

  /** The address of a page of the demo's shop, with presets that the shop's server has fixed. */
  async shopPage(presets: Readonly<Record<string, string>>): Promise<string> {
    const answer = await this.#post('/partner/sessions', presets, 'sk_test_shop_sandbox_secret_key');
    return `/?partner_key=pk_test_shop&session_token=${text(answer, 'session_token')}`;
  }

  /** Gives the basic data of a client, whose level is `basic` afterwards. */
  async giveBasic(client: ApiClient): Promise<void> {
    const person = { first_name: 'Ada', last_name: 'Lovelace', birthday: '1990-12-10' };
    const home = { a_country: 'GB', a_city: 'London', a_postcode: 'W1J 7NF', a_addr1: '12 St James’s Square' };
    const form = { ...person, ...home, is_fraud_agreement: '1' };
    await this.#post('/verification/basic/submit', form, text(JSON.parse(client.tokens), 'access'));
  }

  /** The demo's client, who has something on the balance: 1 000 EUR, 500 USD and 0.02 BTC. Leave it there. */
  async demoClient(): Promise<ApiClient> {
    const email = 'client@example.com';
    const captcha = await this.captchaToken('signin');
    const answer = await this.#post('/signin', {
      email,
      password: 'causeway-demo-1',
      'g-recaptcha-response': captcha,
    });
    return { email, tokens: JSON.stringify({ access: text(answer, 'access'), refresh: text(answer, 'refresh') }) };
  }

  /** Places an order in wire form, by default of 250 EUR by card for Bitcoin at a fixed rate. @returns its number */
  async placeOrder(client: ApiClient, changes: Readonly<Record<string, string>> = {}): Promise<string> {
    const preorder = {
      ...purchase,
      ...pickFields(changes, [...Object.keys(purchase), 'payout_amount', 'is_payout_calc']),
    };
    const access = text(JSON.parse(client.tokens), 'access');
    const answer = await this.#post(
      '/onramp/o/new',
      {
        ...preorder,
        ...(preorder.is_floating_rate === '0' && (await this.#readQuote(preorder, access))),
        ...(changes['payout_group'] === undefined && { dst_address: await this.#sandbox.outsideAddress('bitcoin') }),
        is_agree_name: '1',
        ...changes,
        'g-recaptcha-response': await this.captchaToken('order'),
      },
      access,
    );
    return text(answer, 'order_id');
  }

  /** Cancels an order of the client's. */
  async cancelOrder(niceId: string, client: ApiClient): Promise<void> {
    await this.#post(`/onramp/o/${niceId}/cancel`, {}, text(JSON.parse(client.tokens), 'access'));
  }

  /** The token of the client's saved card. */
  async savedCard(client: ApiClient): Promise<string> {
    const access = text(JSON.parse(client.tokens), 'access');
    return text(pick(await this.#post('/cards', { direction: 'payin' }, access), 'cards', '0'), 'token');
  }

  /** Waits until an order, read by its client, has the expected fields. */
  async waitForOrder(niceId: string, client: ApiClient, wanted: Readonly<Record<string, string>>): Promise<void> {
    const access = text(JSON.parse(client.tokens), 'access');
    await expect(async () => {
      expect(await this.#post(`/onramp/o/${niceId}`, {}, access)).toMatchObject({ order: wanted });
    }, `order ${niceId}`).toPass({ timeout: 30_000, intervals: [200] });
  }

  /** A text of an order, as its client reads it. */
  async readText(niceId: string, client: ApiClient, name: string): Promise<string> {
    const access = text(JSON.parse(client.tokens), 'access');
    return text(pick(await this.#post(`/onramp/o/${niceId}`, {}, access), 'order'), name);
  }

  /** Ends the session that a client was made with. */
  async logOut(client: ApiClient): Promise<void> {
    await this.#post('/logout', {}, text(JSON.parse(client.tokens), 'access'));
  }

  /** Whether the session that a client was made with is still valid. */
  async isSignedIn(client: ApiClient): Promise<boolean> {
    const headers = { 'x-authorization': `Bearer ${text(JSON.parse(client.tokens), 'access')}` };
    return (await fetch(`${this.#base}/onramp/client`, { headers })).status === 200;
  }

  /** The quote of the price that the page of the client would show. */
  async #readQuote(preorder: Readonly<Record<string, string>>, access: string): Promise<{ quote: string }> {
    const query = new URLSearchParams(preorder).toString();
    const headers = { 'x-authorization': `Bearer ${access}` };
    const answer: unknown = await (await fetch(`${this.#base}/onramp/calc?${query}`, { headers })).json();
    return { quote: text(pick(answer, 'calc'), 'quote') };
  }

  async #post(path: string, form: Readonly<Record<string, string>>, access = ''): Promise<unknown> {
    const response = await fetch(this.#base + path, {
      method: 'POST',
      headers: { 'x-requested-with': 'XMLHttpRequest', 'x-authorization': `Bearer ${access}` },
      body: new URLSearchParams(form),
      signal: AbortSignal.timeout(30_000),
    });
    const answer: unknown = await response.json();
    if (!response.ok || !isRecord(answer) || answer['success'] === 0)
      throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`);
    return answer;
  }
}

function text(value: unknown, name: string): string {
  const found = isRecord(value) ? value[name] : undefined;
  if (typeof found !== 'string' || found === '') throw new Error(`There is no ${name} in ${JSON.stringify(value)}`);
  return found;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function pickFields(fields: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
}
