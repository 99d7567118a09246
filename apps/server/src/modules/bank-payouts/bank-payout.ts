import { capitaliseName } from '@causeway/domain/verification/dates';
import { readIban } from '@causeway/domain/banking/read-iban';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { Refusal } from '../../errors.ts';
import { newUuid } from '../../new-uuid.ts';
import { isOut } from '../../providers/acquirer/shapes.ts';
import { clearAlarm } from '../alarms/raise-alarm.ts';
import { type DestinationRequest, type PayoutMethod } from '../order-lifecycle/payout-method.ts';
import { type OrderRow, type Destination, destinationDetails } from '../order-lifecycle/store.ts';
import { sendBankPayoutJob } from './jobs.ts';
import { findBankPayout } from './store.ts';

/** Pays out by SEPA transfer to an account of the client's own. */
export const bankPayout: PayoutMethod = {
  checkDestination: async (_context, input) => checkDestination(input),
  plan,
  stop,
  isUnsent,
  isUnknownOutside: async ({ providers }, { niceId }) => !(await providers.bank.findPayouts(niceId)).some(isOut),
  view: async (_context, { destinationAddress, destinationDetails: { bankCode } }) => ({
    iban: destinationAddress,
    bankCode,
  }),
};

function checkDestination({ request }: DestinationRequest): Destination {
  const { iban: text = '', beneficiaryAccount = '', bankCode = '', isAgreeName } = request;
  if (text.trim() === '') throw new Refusal({ code: 'REQUIRED', field: 'iban' });
  const read = readIban(text);
  if (!read.isValid)
    throw new Refusal({ code: 'BANK_ACCOUNT_INVALID', field: 'iban', values: { reason: read.reason } });
  const holder = capitaliseName(beneficiaryAccount);
  if (holder === '') throw new Refusal({ code: 'REQUIRED', field: 'beneficiary_account' });
  if (isAgreeName !== true)
    throw new Refusal({ code: 'AGREEMENT_REQUIRED', field: 'is_agree_name', values: { agreement: 'name' } });
  const { iban } = read;
  const details = destinationDetails.parse({ iban, beneficiaryAccount: holder, bankCode: bankCode.trim() });
  return { address: iban, tag: '', details };
}

async function plan(context: AppContext, trx: Executor, order: OrderRow, amount: bigint): Promise<void> {
  const { orderId, payoutCurrency: currency, destinationAddress: iban, destinationDetails: details } = order;
  const now = context.clock.now();
  await trx
    .insertInto('bankPayouts')
    .values({
      payoutId: newUuid(context),
      orderId,
      bank: context.providers.bank.name,
      iban,
      beneficiary: details.beneficiaryAccount,
      amount,
      currency,
      status: 'planned',
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  await context.jobs.enqueue(trx, sendBankPayoutJob, { orderId }, { singletonKey: orderId });
}

/**
 * Stops a payout that was not sent, also one that waits for a person. One that may have been sent to the bank can no
 * longer be stopped: only the bank's answer ends it; nor one that a person has stopped, who may be paying it by hand.
 */
async function stop(context: AppContext, trx: Executor, orderId: string): Promise<boolean> {
  const stopped = await trx
    .updateTable('bankPayouts')
    .set({ status: 'stopped', holdReason: '', updatedAt: context.clock.now() })
    .where('orderId', '=', orderId)
    .where('status', 'in', ['planned', 'held'])
    .where('sentAt', 'is', null)
    .executeTakeFirst();
  if (stopped.numUpdatedRows !== 1n) return false;
  await clearAlarm(context, trx, 'payout_failed', orderId);
  return true;
}

async function isUnsent(executor: Executor, orderId: string): Promise<boolean> {
  const payout = await findBankPayout(executor, orderId);
  return payout?.sentAt === null && (payout.status === 'planned' || payout.status === 'held');
}
