import type { Journal } from '../journal.ts';
import type { Timers } from '../timers.ts';
import { AcquirerError } from './acquirer-error.ts';
import { brandOf, outcomeOf } from './cards.ts';
import { fromMinor, toMinor } from './money.ts';
import { isOpen } from './payment.ts';
import type { Payment, PaymentCard, PaymentStatus } from './payment.ts';
import type { Webhooks } from './webhooks.ts';

export type NewPayment = {
  reference: string;
  amount: string;
  currency: string;
  description: string;
  return_url: string;
  expires_at: number;
};

export type Refund = { id: string; payment_id: string; amount: string; currency: string; status: 'done' };

type Settings = {
  newId: (prefix: string) => string;
  journal: Journal;
  timers: Timers;
  webhooks: Webhooks;
  publicUrl: () => string;
};

type Change = { card?: PaymentCard; reason?: string | null; notify?: number };

const laterMilliseconds = 5000;
const longestTimer = 2 ** 31 - 1;

/** The acquirer's books: payments, their states and the money that really moved. */
export class Acquirer {
  private payments = new Map<string, Payment>();
  private readonly settings: Settings;

  constructor(settings: Settings) {
    this.settings = settings;
  }

  create(input: NewPayment): Payment {
    const id = this.settings.newId('pay');
    const now = seconds();
    const payment: Payment = {
      id,
      ...input,
      status: 'created',
      page_url: `${this.settings.publicUrl()}/acquirer/pay/${id}`,
      card: null,
      decline_reason: null,
      refunded_amount: fromMinor(0n, input.currency),
      created_at: now,
      updated_at: now,
    };
    this.payments.set(id, payment);
    this.watchExpiry(payment);
    return payment;
  }

  /** Takes back the payments of an earlier start, oldest first. */
  restore(payments: Payment[]): void {
    this.payments = new Map(payments.map((payment) => [payment.id, payment]));
    for (const payment of payments.filter(isOpen)) {
      this.watchExpiry(payment);
      if (payment.status === 'created' && payment.card !== null) this.approveLater(payment, payment.card);
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

  /** Charges a card for an open payment and answers with its new state. */
  charge(payment: Payment, number: string): Payment {
    const outcome = outcomeOf(number);
    const card = { brand: brandOf(number), last4: number.slice(-4) };
    if (outcome === 'approved') return this.change(payment, 'approved', { card });
    if (outcome === 'challenge') return this.change(payment, 'challenge', { card });
    if (outcome !== 'later') return this.change(payment, 'declined', { card, reason: outcome });
    Object.assign(payment, { status: 'created', card, decline_reason: null, updated_at: seconds() });
    this.approveLater(payment, card);
    return payment;
  }

  /** Moves a payment to a state, writes the journal and sends `notify` webhooks (1 unless told). */
  change(payment: Payment, status: PaymentStatus, change: Change = {}): Payment {
    const wasPaid = isPaid(payment.status);
    payment.status = status;
    payment.decline_reason = change.reason ?? null;
    payment.updated_at = seconds();
    if (change.card) payment.card = change.card;
    if (status === 'approved' && !wasPaid) this.recordPayment(payment);
    if (status === 'charged_back') this.recordRefund(payment, payment.amount, 'chargeback');
    this.announce(payment, change.notify ?? 1);
    return payment;
  }

  cancel(payment: Payment): Payment {
    if (payment.status === 'canceled') return payment;
    if (!isOpen(payment))
      throw new AcquirerError(409, 'not_cancelable', `A payment that is ${payment.status} cannot be cancelled`);
    return this.change(payment, 'canceled');
  }

  /** Gives money back, whole or in parts, never more than was paid. */
  refund(payment: Payment, amount: string, currency: string, notify = 1): Refund {
    const asked = toMinor(amount, payment.currency);
    if (asked === undefined || currency !== payment.currency) {
      throw new AcquirerError(400, 'invalid_amount', `The refund must be a positive amount in ${payment.currency}`);
    }
    const paid = toMinor(payment.amount, payment.currency) ?? 0n;
    const before = toMinor(payment.refunded_amount, payment.currency) ?? 0n;
    if (payment.status !== 'approved' || before + asked > paid) {
      throw new AcquirerError(409, 'not_refundable', 'Only an approved payment can be refunded, up to its amount');
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

  private approveLater(payment: Payment, card: PaymentCard): void {
    this.settings.timers.after(laterMilliseconds, () => {
      if (isOpen(payment)) this.change(payment, 'approved', { card });
    });
  }

  private recordPayment(payment: Payment): void {
    const { reference, amount, currency } = payment;
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

function seconds(): number {
  return Math.floor(Date.now() / 1000);
}

function isPaid(status: PaymentStatus): boolean {
  return status === 'approved' || status === 'refunded' || status === 'charged_back';
}
