import { createHash } from 'node:crypto';
import type { Webhooks } from '../webhooks/webhooks.ts';
import { fromMinor, toMinor } from '../acquirer/payment.ts';
import type { Journal } from '../journal.ts';
import type { Timers } from '../timers.ts';
import { Refusal } from '../web/refusal.ts';
import { isIban, makeIban, tidyIban } from './iban.ts';
import type { BankState, Payout, PayoutMode, Requisites, Transfer, TransferReturn } from './shapes.ts';

type Settings = {
  seed: string;
  newId: (prefix: string) => string;
  journal: Journal;
  timers: Timers;
  webhooks: Webhooks;
};

type Sent = Pick<Transfer, 'iban' | 'reference' | 'amount' | 'currency' | 'sender_name' | 'sender_iban'>;
type Ordered = Pick<Payout, 'reference' | 'iban' | 'beneficiary_name' | 'amount' | 'currency' | 'description'>;

const bankCode = '12100';
const settleMilliseconds = 3000;
/** What the account takes and holds; it is paid out of in its own currency only. */
const takenCurrencies: readonly string[] = ['EUR', 'CHF'];
const identity = { bic: 'SANDLT21XXX', bank_name: 'Sandbox Bank', holder: 'Causeway', currency: 'EUR' };

/** The bank's books: account numbers, money that came and money that went. */
export class Bank {
  private state: BankState = nothing();
  private readonly settings: Settings;

  constructor(settings: Settings) {
    this.settings = settings;
  }

  /** The operator's own account. Its balance is what came less what went, and may be overdrawn. */
  get account() {
    const balances = takenCurrencies.map((currency) => ({ currency, balance: this.balance(currency) }));
    return { iban: this.ibanOf('main'), ...identity, balance: this.balance(identity.currency), balances };
  }

  get mode(): PayoutMode {
    return this.state.mode;
  }

  set mode(mode: PayoutMode) {
    this.state.mode = mode;
    for (const payout of this.state.payouts) this.settleLater(payout);
  }

  /** A fresh account number for an expected payment. */
  issue(reference: string, holder: string): Requisites {
    const id = this.settings.newId('va');
    const issued = { ...identity, id, reference, iban: this.ibanOf(id), holder };
    this.state.requisites.push(issued);
    return issued;
  }

  listRequisites(reference: string): Requisites[] {
    return this.state.requisites.filter((one) => one.reference === reference).toReversed();
  }

  /** Books money from outside on one of the operator's account numbers; `notify` is the number of webhooks for it. */
  receive(sent: Sent, notify = 1): Transfer {
    const iban = tidyIban(sent.iban);
    if (iban !== this.account.iban && !this.state.requisites.some((one) => one.iban === iban))
      throw new Refusal(404, 'unknown_iban', 'The sandbox bank has no account with this IBAN');
    const units = toMinor(sent.amount, sent.currency);
    if (units === undefined || !takenCurrencies.includes(sent.currency))
      throw new Refusal(400, 'invalid_amount', `amount: must be a positive amount of ${takenCurrencies.join(' or ')}`);
    const transfer: Transfer = {
      id: this.settings.newId('tr'),
      number: this.state.transfers.length + 1,
      ...sent,
      iban,
      amount: fromMinor(units, sent.currency),
      sender_iban: tidyIban(sent.sender_iban),
      returned_amount: fromMinor(0n, sent.currency),
      booked_at: seconds(),
    };
    this.state.transfers.push(transfer);
    this.record('bank_in', 'transfer', transfer);
    this.announce('transfer.booked', transfer, notify);
    return transfer;
  }

  findTransfer(id: string): Transfer | undefined {
    return this.state.transfers.find((transfer) => transfer.id === id);
  }

  /** Transfers after a number, oldest first. */
  listTransfers(after: number, limit: number): Transfer[] {
    return this.state.transfers.slice(after, after + limit);
  }

  /** Sends money of a transfer back, never more than came. */
  returnTransfer(transfer: Transfer, asked: Pick<TransferReturn, 'reference' | 'amount' | 'currency'>): TransferReturn {
    const units = toMinor(asked.amount, transfer.currency);
    if (units === undefined || asked.currency !== transfer.currency)
      throw new Refusal(400, 'invalid_amount', `amount: must be a positive amount of ${transfer.currency}`);
    if (!isIban(transfer.sender_iban))
      throw new Refusal(409, 'not_returnable', 'The account that the transfer came from takes no money');
    const returned = (toMinor(transfer.returned_amount, transfer.currency) ?? 0n) + units;
    if (returned > (toMinor(transfer.amount, transfer.currency) ?? 0n))
      throw new Refusal(409, 'not_returnable', 'No more than the transfer can be returned');
    transfer.returned_amount = fromMinor(returned, transfer.currency);
    const { reference, currency } = asked;
    const id = this.settings.newId('rt');
    const amount = fromMinor(units, currency);
    const done = { id, transfer_id: transfer.id, reference, amount, currency, status: 'done' } as const;
    this.state.returns.push(done);
    this.record('bank_out', 'return', done);
    return done;
  }

  listReturns(transferId: string): TransferReturn[] {
    return this.state.returns.filter((one) => one.transfer_id === transferId);
  }

  /** Sends money to an account elsewhere. */
  pay(ordered: Ordered): Payout {
    const iban = tidyIban(ordered.iban);
    if (!isIban(iban)) throw new Refusal(400, 'iban_invalid', 'iban: is no IBAN');
    const units = toMinor(ordered.amount, ordered.currency);
    if (units === undefined || ordered.currency !== identity.currency)
      throw new Refusal(400, 'invalid_amount', `amount: must be a positive amount of ${identity.currency}`);
    const at = seconds();
    const payout: Payout = {
      id: this.settings.newId('po'),
      ...ordered,
      iban,
      amount: fromMinor(units, ordered.currency),
      status: 'pending',
      reason: '',
      created_at: at,
      updated_at: at,
    };
    this.state.payouts.push(payout);
    this.record('bank_out', 'payout', payout);
    this.settleLater(payout);
    return payout;
  }

  findPayout(id: string): Payout | undefined {
    return this.state.payouts.find((payout) => payout.id === id);
  }

  /** Pay-outs, newest first. */
  listPayouts(reference?: string): Payout[] {
    const all = this.state.payouts.toReversed();
    return reference === undefined ? all : all.filter((payout) => payout.reference === reference);
  }

  /** Ends a payout that is under way; even a settled one can still come back. */
  endPayout(payout: Payout, status: 'settled' | 'returned', notify = 1): Payout {
    if (payout.status === status) return payout;
    if (payout.status === 'returned') throw new Refusal(409, 'not_open', 'The pay-out came back already');
    payout.status = status;
    payout.updated_at = seconds();
    if (status === 'returned') {
      payout.reason = 'account_closed';
      this.record('bank_in', 'payout_return', payout);
    }
    this.announce(`payout.${status}`, payout, notify);
    return payout;
  }

  save(): BankState {
    return this.state;
  }

  /** Restores the books of an earlier start and continues what was under way. */
  restore(saved: BankState): void {
    this.state = saved;
    for (const payout of saved.payouts) this.settleLater(payout);
  }

  clear(): void {
    this.state = nothing();
  }

  private settleLater(payout: Payout): void {
    if (payout.status !== 'pending' || this.mode === 'hold') return;
    const status = this.mode === 'return' ? 'returned' : 'settled';
    this.settings.timers.after(settleMilliseconds, () => {
      if (payout.status === 'pending' && this.mode !== 'hold') this.endPayout(payout, status);
    });
  }

  private record(
    side: 'bank_in' | 'bank_out',
    kind: 'transfer' | 'return' | 'payout' | 'payout_return',
    { id, reference, amount, currency }: { id: string; reference: string; amount: string; currency: string },
  ): void {
    this.settings.journal[side].push({ id, reference, amount, currency, time: Date.now(), kind });
  }

  private announce(type: string, data: Transfer | Payout, copies: number): void {
    const id = this.settings.newId('evt');
    const event = { id, type, created_at: seconds(), data };
    this.settings.webhooks.send({ id, type, reference: data.reference, body: JSON.stringify(event) }, copies);
  }

  private balance(currency: string): string {
    const sum = (rows: readonly { amount: string; currency: string }[]) =>
      rows
        .filter((row) => row.currency === currency)
        .reduce((total, row) => total + (toMinor(row.amount, currency) ?? 0n), 0n);
    const { bank_in: came, bank_out: went } = this.settings.journal;
    return fromSigned(sum(came) - sum(went), currency);
  }

  private ibanOf(name: string): string {
    const digest = createHash('sha256').update(`${this.settings.seed}:iban:${name}`).digest('hex');
    return makeIban('LT', bankCode + (BigInt(`0x${digest.slice(0, 16)}`) % 10n ** 11n).toString().padStart(11, '0'));
  }
}

function fromSigned(units: bigint, currency: string): string {
  return units < 0n ? `-${fromMinor(-units, currency)}` : fromMinor(units, currency);
}

function nothing(): BankState {
  return { requisites: [], transfers: [], returns: [], payouts: [], mode: 'auto' };
}

function seconds(): number {
  return Math.floor(Date.now() / 1000);
}
