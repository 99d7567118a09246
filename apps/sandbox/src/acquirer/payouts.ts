import type { Journal, JournalRow } from '../journal.ts';
import type { Timers } from '../timers.ts';
import { outcomeOf } from './cards.ts';
import { Refusal } from '../web/refusal.ts';
import type { KeptCard, Vault } from './vault.ts';

/** Money sent to a card. `pending` becomes `paid` by itself; `failed` never left, `returned` came back. */
export type CardPayout = {
  id: string;
  reference: string;
  amount: string;
  currency: string;
  status: 'pending' | 'paid' | 'failed' | 'returned';
  failure_reason: string | null;
  card: { brand: string; last4: string; token: string | null };
  created_at: number;
};

export type NewPayout = { reference: string; amount: string; currency: string; save_card: boolean };

type Settings = {
  newId: (prefix: string) => string;
  journal: Journal;
  timers: Timers;
  vault: Vault;
};

const laterMilliseconds = 5000;

/** The provider's books of money sent to cards. */
export class CardPayouts {
  private payouts = new Map<string, CardPayout>();
  private readonly settings: Settings;

  constructor(settings: Settings) {
    this.settings = settings;
  }

  send(input: NewPayout, card: KeptCard): CardPayout {
    const outcome = outcomeOf(card.number);
    const isFailed = outcome !== 'approved' && outcome !== 'challenge' && outcome !== 'later';
    const { save_card: isKept, ...rest } = input;
    const token =
      !isKept || isFailed ? null : card.is_reusable ? card.token : this.settings.vault.keep(card, true).token;
    const payout: CardPayout = {
      id: this.settings.newId('po'),
      ...rest,
      status: isFailed ? 'failed' : 'pending',
      failure_reason: isFailed ? outcome : null,
      card: { brand: card.brand, last4: card.last4, token },
      created_at: Math.floor(Date.now() / 1000),
    };
    this.payouts.set(payout.id, payout);
    if (outcome === 'later') this.payLater(payout);
    else if (!isFailed) this.pay(payout);
    return payout;
  }

  find(id: string): CardPayout | undefined {
    return this.payouts.get(id);
  }

  /** All pay-outs, or those of one reference, newest first. */
  list(reference?: string): CardPayout[] {
    const all = [...this.payouts.values()].toReversed();
    return reference === undefined ? all : all.filter((payout) => payout.reference === reference);
  }

  /** The card's bank sends back what was paid: the card was closed meanwhile. */
  sendBack(id: string): CardPayout | undefined {
    const payout = this.payouts.get(id);
    if (payout === undefined || payout.status === 'returned') return payout;
    if (payout.status !== 'paid') throw new Refusal(409, 'not_paid', 'Only a paid pay-out can come back');
    payout.status = 'returned';
    payout.failure_reason = 'card_closed';
    this.settings.journal.card_payout_returns.push(toRow(payout));
    return payout;
  }

  restore(payouts: CardPayout[]): void {
    this.payouts = new Map(payouts.map((payout) => [payout.id, payout]));
    for (const payout of payouts) if (payout.status === 'pending') this.payLater(payout);
  }

  clear(): void {
    this.payouts.clear();
  }

  private payLater(payout: CardPayout): void {
    this.settings.timers.after(laterMilliseconds, () => this.pay(payout));
  }

  private pay(payout: CardPayout): void {
    payout.status = 'paid';
    this.settings.journal.card_payouts.push(toRow(payout));
  }
}

function toRow({ id, reference, amount, currency }: CardPayout): JournalRow {
  return { id, reference, amount, currency, time: Date.now() };
}
