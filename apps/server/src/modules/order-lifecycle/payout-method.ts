import { sql } from 'kysely';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import type { Order } from '@causeway/contract/shapes/order';
import type { RequestOf } from '@causeway/contract/define-call';
import type { createOrder } from '@causeway/contract/calls/create-order';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { Destination, OrderRow } from './store.ts';

/** The requested destination: a currency, a group, and the address step as the client filled it. */
export interface DestinationRequest {
  clientId: string;
  /** The client itself asks, and no payer at a merchant who typed its e-mail address: nothing of it is compared. */
  isOwn: boolean;
  currency: string;
  group: string;
  request: RequestOf<typeof createOrder>;
}

/** The part of an order that a payout method adds. */
export type PayoutView = Partial<Order>;

/** One payout method. Found by the provider of the payout option (payment_options.provider). */
export interface PayoutMethod {
  /**
   * The destination in its usual form.
   *
   * @throws Refusal REQUIRED, ADDRESS_INVALID, TAG_INVALID, MEMO_INVALID, BANK_ACCOUNT_INVALID, CARD_INVALID on the
   * wire's field
   */
  checkDestination(context: AppContext, input: DestinationRequest): Promise<Destination>;
  /**
   * Records in the caller's transaction that the order is to be paid out and queues the work; one payout per order, for
   * ever. A payout that is only a posting may finish the order at once.
   */
  plan(context: AppContext, trx: Executor, order: OrderRow, amount: bigint): Promise<void>;
  /** Whether there is still somebody whom the order pays, where that is not its own client; left out, its address. */
  hasPayee?(executor: Executor, order: OrderRow): Promise<boolean>;
  /** Stops a payout of which nothing has left yet and that no person has stopped. @returns whether it was stopped */
  stop(context: AppContext, trx: Executor, orderId: string): Promise<boolean>;
  /** Whether nothing of it was signed or sent and no person has stopped it, so that its client may take it back. */
  isUnsent(executor: Executor, orderId: string): Promise<boolean>;
  /**
   * Whether the provider has nothing of it out. After a restore only the outside can say whether it was sent.
   *
   * @throws ProviderError while it cannot be asked
   */
  isUnknownOutside(context: AppContext, order: OrderRow): Promise<boolean>;
  /** What the order's owner is shown of it. */
  view(context: AppContext, order: OrderRow): Promise<PayoutView>;
}

/** A payout that was planned for so long in a copy was blocked: a person may have paid it by hand since. */
const blockedMs = 10 * 60_000;

/**
 * After a restore a withdrawal that its client could cancel may have been canceled, and what was blocked may have been
 * paid by hand; nothing outside shows it. What is planned of them waits for a person, with an alarm for each. A partner
 * may have another client, address or place for its webhooks: what is for it waits until these are named. Outside
 * checks are asked for again.
 *
 * @param seenAt when the copy was last in use
 */
export async function leaveDecidedToPerson(context: AppContext, trx: Executor, seenAt: Date): Promise<void> {
  const blocked = new Date(seenAt.getTime() - blockedMs);
  const tables = { payouts: sql`true`, bank_payouts: sql`sent_at is null`, card_payouts: sql`sent_at is null` };
  for (const [table, isUnsent] of Object.entries(tables)) {
    const { rows } = await sql<{ subject: string }>`
      update ${sql.table(table)} payout set status = 'held', hold_reason = 'restored', updated_at = ${context.clock.now()}
      from orders where payout.order_id = orders.order_id and payout.status = 'planned' and ${isUnsent}
        and (payout.created_at < ${blocked} or (
          orders.status = 'processing' and payin_group = 'balance' and payin_currency = payout_currency))
      returning payout.order_id as subject
    `.execute(trx);
    for (const { subject } of rows)
      await raiseAlarm(context, trx, { kind: 'payout_failed', subject, details: { reason: 'restored' } });
  }
  await sql`
    update partners set
      payee_hold = case when payee_hold = '' and (client_id is not null or defaults ? 'dstAddress') then 'restored' else payee_hold end,
      webhook_hold = case when webhook_hold = '' and webhook_url <> '' then 'restored' else webhook_hold end
  `.execute(trx);
  // An outside check may have been decided or taken back since: the newest first, so that those that wait come between.
  await sql`
    update identity_checks set next_look_at = ${context.clock.now()}::timestamptz + turn * interval '600 ms'
    from (
      select check_id, row_number() over (order by updated_at desc) as turn
      from identity_checks join clients using (client_id)
      where (status = 'approved' or (next_look_at is null and status <> 'rejected')) and applicant_id <> ''
        and deleted_at is null
    ) ended where ended.check_id = identity_checks.check_id
  `.execute(trx);
}

/** What a copy had signed can have been planned again after it, and decided about like any other. */
export async function wasRestoredSince(trx: Executor, signedAt: Date | null): Promise<boolean> {
  const restores = trx.selectFrom('alarms').select('raisedAt').where('kind', '=', 'database_restored');
  return (await restores.where('raisedAt', '>=', signedAt ?? new Date(0)).executeTakeFirst()) !== undefined;
}
