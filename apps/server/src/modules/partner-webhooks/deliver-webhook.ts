import { toUnixSeconds } from '@causeway/contract/fields/fields';
import { formatUnits } from '@causeway/domain/currencies/format-units';
import type { partnerOrder } from '@causeway/contract/shapes/partner-order';
import { toSnakeCase } from '@causeway/contract/wire/names';
import type { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { findPartner } from '../partners/find-partner.ts';
import { deliverWebhookJob, queueWebhook } from '../partners/queue-webhook.ts';
import { openWebhookSecrets, signText } from '../partners/webhook-secrets.ts';
import { type WebhookAnswer, postWebhook } from '../../providers/post-webhook.ts';
import { claimDelivery, listOverdue, rewind, writeAttempt, writeBody } from './store.ts';
import { listHistory } from '../order-lifecycle/change-status.ts';
import { type OrderRow, findOrder } from '../order-lifecycle/store.ts';
import { inTransaction } from '../../database/db.ts';
import { findDueKeys } from '../../jobs/due-jobs.ts';

/** An attempt without a result is repeated after so long. */
const claimMs = 60_000;

type PartnerOrder = z.output<typeof partnerOrder>;
type HistoryEntry = Awaited<ReturnType<typeof listHistory>>[number];

type Delivery = NonNullable<Awaited<ReturnType<typeof claimDelivery>>>;

/**
 * Sends a webhook once, if it is due. The body is written before it is first sent and never changes; only time and
 * signature are new. One that was not accepted is due again later, for three days.
 */
export async function deliverWebhook(context: AppContext, deliveryId: string): Promise<void> {
  const now = context.clock.now();
  const claimed = await claimDelivery(context.db, deliveryId, now, new Date(now.getTime() + claimMs));
  if (claimed === undefined) return;
  const partner = await findPartner(context, claimed.partnerKey);
  const url = partner?.webhookUrl ?? '';
  const body = claimed.body === '' ? await keepBody(context, claimed) : claimed.body;
  const answer = await postSigned(context, { partnerKey: claimed.partnerKey, url, deliveryId, body });
  await settle(context, claimed, url, answer);
}

/** Posts a body to a partner's address, signed with its secrets at this moment. */
export async function postSigned(
  context: AppContext,
  { partnerKey, url, deliveryId, body }: { partnerKey: string; url: string; deliveryId: string; body: string },
): Promise<WebhookAnswer> {
  const secrets = await openWebhookSecrets(context, partnerKey);
  return postWebhook({
    url,
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Causeway-Webhooks/1',
      'causeway-delivery': deliveryId,
      'causeway-signature': signText(secrets, body, context.clock.now()),
    },
    isPrivateAllowed: context.config.WEBHOOK_PRIVATE_TARGETS === 'on',
  });
}

async function keepBody(context: AppContext, claimed: Delivery): Promise<string> {
  const body = await writeWebhook(context, claimed);
  await writeBody(context.db, claimed.deliveryId, body);
  return body;
}

async function settle(context: AppContext, claimed: Delivery, url: string, answer: WebhookAnswer): Promise<void> {
  const { deliveryId, attempts } = claimed;
  const now = context.clock.now();
  const code = 'code' in answer ? answer.code : null;
  const isTaken = code !== null && code >= 200 && code < 300;
  const next = isTaken ? undefined : nextAttempt(attempts, now);
  await context.db.transaction().execute(async (trx) => {
    await writeAttempt(trx, deliveryId, {
      status: isTaken ? 'delivered' : next === undefined ? 'given_up' : 'waiting',
      url,
      answerCode: code,
      failure: 'failure' in answer ? answer.failure : '',
      answer: answer.answer,
      nextAttemptAt: next ?? null,
      deliveredAt: isTaken ? now : null,
    });
    if (next !== undefined) await queueWebhook(context, trx, claimed, next);
  });
  if (!isTaken) context.log.warn('a notice was not taken', { count: attempts, code: code ?? 0 });
}

/** Seconds after an attempt until the next: quick at first, then twice a day, three days in all. */
const pauses: readonly number[] = [
  10, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 43_200, 43_200, 43_200, 43_200, 28_800,
];

/**
 * When a webhook that was not accepted is sent again.
 *
 * @param attempts tries so far, at least one
 * @returns `undefined` once three days are over
 */
function nextAttempt(attempts: number, now: Date): Date | undefined {
  const pause = pauses[attempts - 1];
  return pause === undefined ? undefined : new Date(now.getTime() + pause * 1000);
}

/** The event and order of a webhook. */
interface WebhookFacts {
  deliveryId: string;
  partnerKey: string;
  orderId: string;
  /** The number of the event, from 1 on. */
  version: number;
  /** Of the database, when the event was recorded. */
  epoch: number;
}

/** More events than an order has. */
const epochStep = 1_000_000;

/**
 * The version that a partner is sent: it grows with each event, and a restore, after which events are counted from the
 * copy again, sends none of before with another meaning.
 */
export function partnerVersion({ version, epoch }: { version: number; epoch: number }): number {
  return (epoch - 1) * epochStep + version;
}

/**
 * The body of a webhook: one event of an order, with the order as it was when the body was first written. Nothing about
 * its payer, except the e-mail address of a merchant's order.
 */
async function writeWebhook({ db }: Pick<AppContext, 'db'>, webhook: WebhookFacts): Promise<string> {
  const { deliveryId, partnerKey, orderId, version } = webhook;
  const order = await findOrder(db, { orderId });
  // Those before it may be in the file of their month.
  const event = (await listHistory(db, orderId)).find(({ number }) => number === version);
  if (order === undefined || event === undefined) throw new Error(`The event ${version} of a notice’s order is gone.`);
  return JSON.stringify({
    delivery_id: deliveryId,
    type: 'order.changed',
    version: partnerVersion(webhook),
    created_at: toUnixSeconds(event.at),
    partner_key: partnerKey,
    order: Object.fromEntries(
      Object.entries(toPartnerOrder(order, event)).map(([name, value]) => [toSnakeCase(name), value]),
    ),
  });
}

/** An order as its partner sees it, with the status and reason of one of its events. */
export function toPartnerOrder(order: OrderRow, event: Pick<HistoryEntry, 'status' | 'reason'>): PartnerOrder {
  const { payinCurrency, payoutCurrency, pricing, isMerchant } = order;
  return {
    orderId: order.niceId,
    partnerOrderId: order.partnerOrderId,
    isMerchant,
    payToPartner: order.payToPartner,
    // What another order's page typed there says nothing of what it pays.
    purchaseAmount: isMerchant ? order.purchaseAmount : '',
    purchaseCurrency: isMerchant ? order.purchaseCurrency : '',
    payinAmount: formatUnits(order.payinAmount, payinCurrency),
    payinCurrency,
    payinGroup: order.payinGroup,
    receivedAmount: formatUnits(order.receivedAmount, payinCurrency),
    payoutAmount: formatUnits(order.payoutAmount, payoutCurrency),
    payoutCurrency,
    payoutGroup: order.payoutGroup,
    partnerFee: formatUnits(pricing.partnerFee ?? 0n, payinCurrency),
    createdAt: toUnixSeconds(order.createdAt),
    ...(isMerchant && { clientEmail: order.email }),
    status: event.status,
    reason: event.reason,
  };
}

/**
 * Sends a webhook again, with its own id and body, whatever its result was; its three days begin again.
 *
 * @returns whether there is such a webhook
 */
export async function replayDelivery(
  context: Pick<AppContext, 'db' | 'clock' | 'jobs'>,
  deliveryId: string,
): Promise<boolean> {
  return inTransaction(context.db, async (trx) => {
    const found = await rewind(trx, deliveryId, context.clock.now());
    if (found !== undefined) await queueWebhook(context, trx, found);
    return found !== undefined;
  });
}

/** A job on time would have sent it by now. */
const overdueMs = 30_000;
const size = 500;

/**
 * Finds webhooks that are overdue and have no job, and queues them.
 *
 * @returns how many jobs were missing
 */
export async function sweepDeliveries(context: AppContext): Promise<number> {
  const before = new Date(context.clock.now().getTime() - overdueMs);
  let missing = 0;
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const page = await listOverdue(context.db, before, { after, size });
    const last = page.at(-1);
    if (last === undefined) return missing;
    after = last.deliveryId;
    const ids = page.map(({ deliveryId }) => deliveryId);
    const due = await findDueKeys(context.db, deliverWebhookJob, ids);
    for (const row of page.filter(({ deliveryId }) => !due.has(deliveryId))) {
      await queueWebhook(context, context.db, row);
      missing += 1;
    }
  }
}
