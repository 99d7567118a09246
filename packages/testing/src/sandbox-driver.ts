import type { z } from 'zod';

import * as answers from './sandbox-answers.ts';
import type {
  AcquirerPayment,
  AppMessage,
  CardPayout,
  BankPayout,
  BankTransfer,
  ChainBalance,
  IdentityApplicant,
  InboxMessage,
  PushMessage,
  SandboxJournal,
  WalletAsked,
} from './sandbox-answers.ts';

export type Chain = 'bitcoin' | 'ethereum';
export type CardOutcome =
  | 'approved'
  | 'declined'
  | 'insufficient_funds'
  | 'challenge'
  | 'chargeback'
  | 'won'
  | 'refunded';

/** A fault that the named provider has in its next `count` matching calls. */
export interface SandboxFault {
  readonly provider: string;
  readonly fault: string;
  readonly count: number;
  readonly delay_ms?: number;
  /** Only calls of this name, for example an RPC method. */
  readonly call?: string;
}

/** The sandbox's control calls, typed. Amounts are decimal text. */
export class SandboxDriver {
  readonly #base: string;

  /** @param base where the sandbox listens, for example `http://127.0.0.1:4001` */
  constructor(base: string) {
    this.#base = base.replace(/\/+$/, '');
  }

  /** Messages to an address or number, newest first. */
  async inbox(to: string): Promise<InboxMessage[]> {
    return (await this.#get(`/control/inbox?to=${encodeURIComponent(to)}`, answers.inbox)).messages;
  }

  /** A captcha token that passes once. */
  async captchaToken(action?: string): Promise<string> {
    return (await this.#post('/control/captcha/token', { action }, answers.captchaToken)).token;
  }

  /** Subscribes to push messages as a browser does. @returns what its page hands to the server */
  async pushSubscription(key: string): Promise<z.infer<typeof answers.pushSubscription>> {
    return this.#post('/push/control/subscriptions', { key }, answers.pushSubscription);
  }

  /** What subscribed browsers were shown, oldest first. */
  async pushMessages(subscription: string): Promise<PushMessage[]> {
    const { messages } = await this.#get('/push/control/messages', answers.pushMessages);
    return messages.filter((one) => one.subscription === subscription);
  }

  /** What the app of a phone was sent, oldest first. */
  async appMessages(token: string): Promise<AppMessage[]> {
    const { messages } = await this.#get('/push/control/app-messages', answers.appMessages);
    return messages.filter((one) => one.token === token);
  }

  /** The app of a phone is uninstalled. */
  async uninstallApp(token: string): Promise<void> {
    await this.#call('DELETE', `/push/control/apps/${encodeURIComponent(token)}`);
  }

  async acquirerPayments(reference: string): Promise<AcquirerPayment[]> {
    return (
      await this.#get(`/control/acquirer/payments?reference=${encodeURIComponent(reference)}`, answers.acquirerPayments)
    ).payments;
  }

  /**
   * @param notify how many webhooks to send; one when left out
   * @param amount of a refund in part
   */
  async settlePayment(id: string, outcome: CardOutcome, notify?: number, amount?: string): Promise<AcquirerPayment> {
    return this.#post(
      `/control/acquirer/payments/${encodeURIComponent(id)}`,
      { outcome, notify, amount },
      answers.acquirerPayment,
    );
  }

  /** A one-time token, as the frame of an acquirer gives for an entered card. */
  async cardToken(number: string, provider: 'acquirer' | 'acquirer_two' = 'acquirer'): Promise<string> {
    return (await this.#post('/control/acquirer/cards', { number, provider }, answers.cardToken)).token;
  }

  /** Money sent to cards for a reference, newest first. */
  async cardPayouts(reference: string): Promise<CardPayout[]> {
    return (
      await this.#get(`/control/acquirer/payouts?reference=${encodeURIComponent(reference)}`, answers.cardPayouts)
    ).payouts;
  }

  /** A paid card's bank sends the money back. */
  async returnCardPayout(id: string): Promise<void> {
    await this.#call('POST', `/control/acquirer/payouts/${encodeURIComponent(id)}`, { status: 'returned' });
  }

  async bankTransfer(transfer: {
    iban: string;
    reference: string;
    amount: string;
    currency: string;
    sender_name: string;
    sender_iban: string;
    /** Number of webhooks for it; one when left out. */
    notify?: number;
  }): Promise<BankTransfer> {
    return this.#post('/control/bank/transfers', transfer, answers.bankTransfer);
  }

  /** Transfers that came with a reference, newest first. */
  async bankTransfers(reference: string): Promise<BankTransfer[]> {
    return (
      await this.#get(`/control/bank/transfers?reference=${encodeURIComponent(reference)}`, answers.bankTransfers)
    ).transfers;
  }

  /** The IBAN of the operator's own account, which belongs to no order. */
  async bankIban(): Promise<string> {
    return (await this.#get('/control/bank/account', answers.bankAccount)).iban;
  }

  /** What happens to payouts without a control call: settled or returned after some seconds, or nothing. */
  async setBankMode(payouts: 'auto' | 'hold' | 'return'): Promise<void> {
    await this.#post('/control/bank/mode', { payouts }, answers.bankPayoutMode);
  }

  async endBankPayout(id: string, status: 'settled' | 'returned', notify?: number): Promise<void> {
    await this.#call('POST', `/control/bank/payouts/${encodeURIComponent(id)}`, { status, notify });
  }

  async bankPayouts(reference: string): Promise<BankPayout[]> {
    return (await this.#get(`/control/bank/payouts?reference=${encodeURIComponent(reference)}`, answers.bankPayouts))
      .payouts;
  }

  /** Sends coins from outside. @returns the transaction's id */
  async send(
    chain: Chain,
    payment: { address: string; amount: string; asset?: string; tag?: string; by_contract?: boolean },
  ): Promise<string> {
    return (await this.#post(`/control/chains/${chain}/send`, payment, answers.chainTransaction)).txid;
  }

  /** A fresh address outside the product; on Ethereum also one of a contract that accepts ether or refuses it. */
  async outsideAddress(chain: Chain, contract?: 'accepts' | 'refuses'): Promise<string> {
    return (await this.#post(`/control/chains/${chain}/addresses`, { contract }, answers.chainAddress)).address;
  }

  /** @returns the new height */
  async mine(chain: Chain, blocks = 1): Promise<number> {
    return (await this.#post(`/control/chains/${chain}/mine`, { blocks }, answers.chainHeight)).height;
  }

  /** @returns the new height */
  async reorganise(chain: Chain, depth: number, drop?: readonly string[]): Promise<number> {
    return (await this.#post(`/control/chains/${chain}/reorganise`, { depth, drop }, answers.chainHeight)).height;
  }

  /** Makes the network forget a transaction that waits for a block. */
  async dropTransaction(chain: Chain, txid: string): Promise<void> {
    await this.#call('POST', `/control/chains/${chain}/drop`, { txid });
  }

  async balance(chain: Chain, address: string, asset?: string): Promise<ChainBalance> {
    const query = asset === undefined ? '' : `?asset=${encodeURIComponent(asset)}`;
    return this.#get(`/control/chains/${chain}/addresses/${encodeURIComponent(address)}${query}`, answers.chainBalance);
  }

  /** Makes the issuer of an Ethereum token refuse transfers from and to an address, or allow them again. */
  async blockAddress(asset: string, address: string, blocked = true): Promise<void> {
    await this.#call('POST', '/control/chains/ethereum/block-address', { asset, address, blocked });
  }

  /**
   * Answers for the identity check.
   *
   * @param applicant its number there, or ours
   * @param more what its papers say, and how many webhooks to send; one when left out
   */
  async decideIdentityCheck(
    applicant: string,
    outcome: 'init' | 'pending' | 'onHold' | 'approved' | 'retry' | 'rejected',
    reason?: string,
    more: { papers?: Readonly<Record<string, string>>; labels?: readonly string[]; notify?: number } = {},
  ): Promise<void> {
    await this.#call('POST', `/control/identity-checks/${encodeURIComponent(applicant)}`, { outcome, reason, ...more });
  }

  /** Everybody who is at the identity check, oldest first. */
  async identityApplicants(): Promise<IdentityApplicant[]> {
    return (await this.#get('/control/identity-checks', answers.identityApplicants)).applicants;
  }

  /** An applicant that the product never asked for. */
  async openIdentityApplicant(reference: string, level = 'basic-kyc-level'): Promise<IdentityApplicant> {
    return this.#post('/control/identity-checks', { reference, level }, answers.identityApplicant);
  }

  /** Sets a price; `hold` stops the walk. */
  async setPrice(price: {
    asset: string;
    eur: string;
    usd?: string;
    spread_percent?: string;
    hold?: true;
  }): Promise<void> {
    await this.#call('POST', '/control/market', price);
  }

  /** Stops the walk of every price. */
  async holdPrices(): Promise<void> {
    await this.#call('POST', '/control/market', { hold: true });
  }

  /** Connects the simulated wallet with a page, by the text of its code. */
  async connectWallet(
    uri: string,
    habit: 'pays' | 'rejects' | 'declines' | 'elsewhere' | 'moves' | 'silent' | 'unable' = 'pays',
  ): Promise<void> {
    await this.#call('POST', '/control/walletconnect/connect', { uri, habit });
  }

  async walletAsked(): Promise<WalletAsked> {
    return this.#get('/control/walletconnect', answers.walletAsked);
  }

  async makeFault(fault: SandboxFault): Promise<void> {
    await this.#call('POST', '/control/faults', fault);
  }

  /** Takes back the faults that were asked for and have not come yet. */
  async clearFaults(): Promise<void> {
    await this.#call('DELETE', '/control/faults');
  }

  /** Everything that happened outside. */
  async journal(): Promise<SandboxJournal> {
    return this.#get('/control/journal', answers.journal);
  }

  /** Forgets everything. */
  async reset(): Promise<void> {
    await this.#call('POST', '/control/reset', {});
  }

  async #get<T>(path: string, shape: z.ZodType<T>): Promise<T> {
    return shape.parse(await this.#call('GET', path));
  }

  async #post<T>(path: string, body: object, shape: z.ZodType<T>): Promise<T> {
    return shape.parse(await this.#call('POST', path, body));
  }

  async #call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> {
    const init =
      body === undefined
        ? { method }
        : { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const response = await fetch(`${this.#base}${path}`, { ...init, signal: AbortSignal.timeout(15_000) });
    const text = await response.text();
    if (!response.ok) throw new Error(`sandbox ${method} ${path} answered ${response.status}: ${text.slice(0, 500)}`);
    return text === '' ? undefined : JSON.parse(text);
  }
}
