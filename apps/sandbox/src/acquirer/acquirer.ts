import type { Journal } from '../journal.ts';
import type { Timers } from '../timers.ts';
import { Refusal } from '../web/refusal.ts';
import { outcomeOf, toPaymentCard } from './cards.ts';
import {
  type Payment,
  type PaymentCard,
  type PaymentStatus,
  fromMinor,
  isOpen,
  pagePath,
  takesCard,
  toMinor,
} from './payment.ts';
import type { Vault } from './vault.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';

export type NewPayment = {
  reference: string;
  amount: string;
  currency: string;
  description: string;
  return_url: string;
  expires_at: number;
  save_card: boolean;
};

/** How a payment is charged: on a page of the provider, by token, or by the provider's script under a session. */
export type PaymentFlow = { flow: Payment['flow']; session_token?: string; client_unique_id?: string };

export type Refund = { id: string; payment_id: string; amount: string; currency: string; status: 'done' };

type Settings = {
  newId: (prefix: string) => string;
  journal: Journal;
  timers: Timers;
  webhooks: Webhooks;
  vault: Vault;
  publicUrl: () => string;
  /** The provider's part of every path, for example `acquirer`. */
  path: string;
};

type Change = { card?: PaymentCard; reason?: string | null; notify?: number };

const laterMilliseconds = 5000;
const longestTimer = 2 ** 31 - 1;

/** The books of a payment provider: payments, their states and the money that really moved. */
export class Acquirer {
  private payments = new Map<string, Payment>();
  private readonly settings: Settings;

  constructor(settings: Settings) {
    this.settings = settings;
  }

  create(input: NewPayment, { flow, session_token = '', client_unique_id = '' }: PaymentFlow): Payment {
    const id = this.settings.newId('pay');
    const now = seconds();
    const payment: Payment = {
      id,
      ...input,
      status: 'created',
      page_url: `${this.settings.publicUrl()}/${this.settings.path}/pay/${id}`,
      challenge_url: null,
      card: null,
      source_token: null,
      flow,
      session_token: session_token || null,
      client_unique_id: client_unique_id || null,
      decline_reason: null,
      pays_later: false,
      refunded_amount: fromMinor(0n, input.currency),
      approved_at: null,
      created_at: now,
      updated_at: now,
    };
    this.payments.set(id, payment);
    this.watchExpiry(payment);
    return payment;
  }

  /** Restores the payments of an earlier start, oldest first. */
  restore(payments: Payment[]): void {
    this.payments = new Map(payments.map((payment) => [payment.id, payment]));
    for (const payment of payments.filter(isOpen)) {
      this.watchExpiry(payment);
      if (payment.status === 'created' && payment.pays_later) this.approveLater(payment);
    }
  }

  find(id: string): Payment | undefined {
    return this.payments.get(id);
  }

  /** All payments, or those of one reference, newest first. */
  list(reference?: string): Payment[] {
    const all = [...this.payments.values()].toReversed();
    return reference === undefined ? all : all.filter((payment) => payment.reference === reference);
  }

  /** The payment of a session, for the provider's script. */
  findSession(token: string): Payment | undefined {
    return this.list().find((payment) => payment.session_token === token);
  }

  /**
   * Charges a card by its token for a payment that takes one, and answers with its new state.
   *
   * @param isOwnerAsked the bank asks its question even for a card that would pay without one
   */
  charge(payment: Payment, token: string, { isOwnerAsked = false } = {}): Payment {
    if (!takesCard(payment))
      throw new Refusal(409, 'not_chargeable', `A payment that is ${payment.status} takes no card`);
    const source = this.settings.vault.use(token);
    const outcome = outcomeOf(source.number);
    const card = toPaymentCard(source);
    payment.source_token = source.token;
    if (outcome === 'approved' && !isOwnerAsked) return this.change(payment, 'approved', { card });
    if (outcome === 'approved' || outcome === 'challenge') return this.change(payment, 'challenge', { card });
    if (outcome === 'later') return this.payLater(payment, card);
    return this.change(payment, 'declined', { card, reason: outcome });
  }

  /** The payer has done everything; the money comes in five seconds. */
  payLater(payment: Payment, card: PaymentCard | null = null): Payment {
    Object.assign(payment, { status: 'created', card, decline_reason: null, pays_later: true, updated_at: seconds() });
    this.approveLater(payment);
    return payment;
  }

  /** Moves a payment to a state, writes the journal and sends `notify` webhooks (1 by default). */
  change(payment: Payment, status: PaymentStatus, change: Change = {}): Payment {
    const wasPaid = isPaid(payment.status);
    // A dispute that was won gives back what the chargeback took.
    if (status === 'approved' && payment.status === 'charged_back') this.recordPayment(payment, openAmount(payment));
    payment.status = status;
    payment.decline_reason = change.reason ?? null;
    payment.updated_at = seconds();
    if (change.card) payment.card = change.card;
    payment.challenge_url =
      status === 'challenge' ? new URL(pagePath(payment, '3ds'), payment.page_url).toString() : null;
    if (status === 'approved' && !wasPaid) {
      payment.approved_at = seconds();
      this.keepCard(payment);
      this.recordPayment(payment);
    }
    // A chargeback takes what was not given back before.
    if (status === 'charged_back') this.recordRefund(payment, openAmount(payment), 'chargeback');
    this.announce(payment, change.notify ?? 1);
    return payment;
  }

  cancel(payment: Payment): Payment {
    if (payment.status === 'canceled') return payment;
    if (!isOpen(payment))
      throw new Refusal(409, 'not_cancelable', `A payment that is ${payment.status} cannot be cancelled`);
    return this.change(payment, 'canceled');
  }

  /** Refunds money, whole or in parts, never more than was paid. */
  refund(payment: Payment, amount: string, currency: string, notify = 1): Refund {
    const asked = toMinor(amount, payment.currency);
    if (asked === undefined || currency !== payment.currency) {
      throw new Refusal(400, 'invalid_amount', `The refund must be a positive amount in ${payment.currency}`);
    }
    const paid = toMinor(payment.amount, payment.currency) ?? 0n;
    const before = toMinor(payment.refunded_amount, payment.currency) ?? 0n;
    if (payment.status !== 'approved' || before + asked > paid) {
      throw new Refusal(409, 'not_refundable', 'Only an approved payment can be refunded, up to its amount');
    }
    payment.refunded_amount = fromMinor(before + asked, payment.currency);
    payment.updated_at = seconds();
    const refund = this.recordRefund(payment, fromMinor(asked, payment.currency), 'refund');
    if (before + asked === paid) payment.status = 'refunded';
    this.announce(payment, notify, 'refunded');
    return refund;
  }

  clear(): void {
    this.payments.clear();
  }

  private watchExpiry(payment: Payment): void {
    const left = Math.max(0, payment.expires_at * 1000 - Date.now());
    this.settings.timers.after(Math.min(left, longestTimer), () => {
      if (!isOpen(payment)) return;
      if (left > longestTimer) this.watchExpiry(payment);
      else this.change(payment, 'expired');
    });
  }

  private approveLater(payment: Payment): void {
    this.settings.timers.after(laterMilliseconds, () => {
      if (isOpen(payment)) this.change(payment, 'approved');
    });
  }

  private keepCard(payment: Payment): void {
    if (!payment.save_card || payment.card === null || payment.source_token === null) return;
    const source = this.settings.vault.find(payment.source_token);
    payment.card.token = source.is_reusable ? source.token : this.settings.vault.keep(source, true).token;
  }

  private recordPayment(payment: Payment, amount = payment.amount): void {
    const { reference, currency } = payment;
    this.settings.journal.card_payments.push({
      id: this.settings.newId('ch'),
      payment_id: payment.id,
      reference,
      amount,
      currency,
      time: Date.now(),
    });
  }

  private recordRefund(payment: Payment, amount: string, kind: 'refund' | 'chargeback'): Refund {
    const refund: Refund = {
      id: this.settings.newId('re'),
      payment_id: payment.id,
      amount,
      currency: payment.currency,
      status: 'done',
    };
    const { reference, currency } = payment;
    this.settings.journal.card_refunds.push({
      id: refund.id,
      payment_id: payment.id,
      reference,
      amount,
      currency,
      time: Date.now(),
      kind,
    });
    return refund;
  }

  private announce(payment: Payment, copies: number, type: PaymentStatus = payment.status): void {
    const id = this.settings.newId('evt');
    const event = { id, type: `payment.${type}`, created_at: seconds(), data: payment };
    this.settings.webhooks.send(
      { id, type: event.type, reference: payment.reference, body: JSON.stringify(event) },
      copies,
    );
  }
}

/** What of a payment was not given back. */
export function openAmount(payment: Payment): string {
  const paid = toMinor(payment.amount, payment.currency) ?? 0n;
  return fromMinor(paid - (toMinor(payment.refunded_amount, payment.currency) ?? 0n), payment.currency);
}

function seconds(): number {
  return Math.floor(Date.now() / 1000);
}

function isPaid(status: PaymentStatus): boolean {
  return status === 'approved' || status === 'refunded' || status === 'charged_back';
}
