import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { formatAmount } from '@causeway/domain/money/format-amount';
import type { AppContext } from '../../context.ts';
import type { OrderRow } from '../lifecycle/store.ts';
import type { PayinMethod, PayinView } from '../settlement/payin-method.ts';
import type { RefundRow } from '../settlement/refund-row.ts';
import { collectTransfers } from './collect-transfers.ts';
import { creditTransfers } from './credit-transfers.ts';
import { openRequisites } from './open-requisites.ts';
import { planBankPayin } from './plan-bank-payin.ts';
import { returnTransfer } from './return-transfer.ts';
import { findRequisites } from './store.ts';

/** Paid by a transfer to an account number of the order's own. */
export const bankPayin: PayinMethod = {
  waitSeconds: 7 * 24 * 3600,
  plan: planBankPayin,
  sync: openRequisites,
  stop,
  tell,
  refund,
};

/** Nobody can be kept from sending a transfer; what is at the bank already is taken in before the order ends. */
async function stop(context: AppContext, orderId: string): Promise<boolean> {
  await collectTransfers(context);
  await creditTransfers(context, orderId);
  return false;
}

async function tell({ db }: AppContext, order: OrderRow, isWaiting: boolean): Promise<PayinView> {
  const { orderId, niceId, payinCurrency: currency, payinAmount, receivedAmount, decisionKind } = order;
  const made = isWaiting && decisionKind !== 'late' ? await findRequisites(db, orderId) : undefined;
  if (made === undefined || made.iban === null) return {};
  const { iban, bic, bankName, holder } = made;
  const amount = formatAmount(payinAmount - receivedAmount, findCurrency(currency)?.precision ?? 2);
  return {
    purchaseParamsPayin: { sepaAccount: { iban, bic, bankName, holder, reference: niceId, amount, currency } },
  };
}

async function refund(context: AppContext, { refundId, amount, currency, sourceKey }: RefundRow): Promise<string> {
  const transferId = sourceKey.slice(sourceKey.indexOf(':') + 1);
  const { outsideId } = await context.db
    .selectFrom('bankTransfers')
    .select('outsideId')
    .where('transferId', '=', transferId)
    .executeTakeFirstOrThrow();
  return returnTransfer(context, { key: refundId, outsideId, amount, currency });
}
