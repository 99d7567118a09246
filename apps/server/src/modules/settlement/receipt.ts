import type { QuoteRecord } from '../pricing/quote-record.ts';
import type { ReceiptLine } from '@causeway/contract/shapes/order-parts';
import { displayRate } from '../pricing/config/display-rate.ts';
import { formatUnits } from '@causeway/domain/currencies/format-units';

/** The results of an order's money. */
interface ReceiptInput {
  quoted: QuoteRecord;
  /** The final price, `undefined` when nothing was exchanged. */
  actual: QuoteRecord | undefined;
  receivedAmount: bigint;
  isFloatingRate: boolean;
  /** Refunded amounts, by currency. */
  refunds: readonly { currency: string; amount: bigint }[];
}

type Reason = 'floating_rate' | 'partial_payment' | 'over_payment' | 'late_payment';

/** The receipt line by line beside the quote; a line that differs says why. */
export function writeReceipt(input: ReceiptInput): ReceiptLine[] {
  const { quoted, actual, receivedAmount, refunds } = input;
  const lines = actual === undefined ? [unexchanged(quoted, receivedAmount)] : exchanged(quoted, actual, input);
  return [...lines, ...refunds.map(({ currency, amount }) => line('refund', currency, 0n, amount, ''))];
}

function unexchanged(quoted: QuoteRecord, received: bigint): ReceiptLine {
  return line('payin', quoted.payinCurrency, quoted.payinAmount, received, amountReason(quoted.payinAmount, received));
}

function exchanged(quoted: QuoteRecord, actual: QuoteRecord, { isFloatingRate }: ReceiptInput): ReceiptLine[] {
  const { payinCurrency, payoutCurrency } = quoted;
  const ofAmount = amountReason(quoted.payinAmount, actual.payinAmount);
  const isPart = ofAmount === 'partial_payment';
  const ofRate: Reason = isFloatingRate ? 'floating_rate' : isPart ? 'partial_payment' : 'late_payment';
  const reason = ofAmount === '' ? ofRate : ofAmount;
  const inPayin = (kind: ReceiptLine['kind'], pick: (record: QuoteRecord) => bigint) =>
    line(kind, payinCurrency, pick(quoted), pick(actual), reason);
  const [asked, became] = [displayRate(quoted), displayRate(actual)];
  return [
    inPayin('payin', (record) => record.payinAmount),
    inPayin('payin_fee', (record) => record.payinFee),
    inPayin('service_fee', (record) => record.serviceFee),
    inPayin('network_fee', (record) => record.networkFee),
    ...(quoted.partnerFee === undefined && actual.partnerFee === undefined
      ? []
      : [inPayin('partner_fee', (record) => record.partnerFee ?? 0n)]),
    inPayin('exchanged', (record) => record.exchanged),
    changedLine('rate', asked.quote, asked.rate, became.rate, ofRate),
    line('payout', payoutCurrency, quoted.payoutAmount, actual.payoutAmount, reason),
  ];
}

function amountReason(asked: bigint, came: bigint): Reason | '' {
  if (came === asked) return '';
  return came < asked ? 'partial_payment' : 'over_payment';
}

function line(
  kind: ReceiptLine['kind'],
  currency: string,
  quoted: bigint,
  actual: bigint,
  reason: Reason | '',
): ReceiptLine {
  return changedLine(kind, currency, formatUnits(quoted, currency), formatUnits(actual, currency), reason);
}

function changedLine(
  kind: ReceiptLine['kind'],
  currency: string,
  quoted: string,
  actual: string,
  note: Reason | '',
): ReceiptLine {
  return { kind, currency, quoted, actual, note: quoted === actual ? '' : note };
}
