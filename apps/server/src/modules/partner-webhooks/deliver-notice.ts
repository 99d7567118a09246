import type { AppContext } from '../../context.ts';
import { findPartner } from '../partners/find-partner.ts';
import { queueNotice } from '../partners/queue-notice.ts';
import { signText } from '../partners/sign-text.ts';
import { openWebhookSecrets } from '../partners/webhook-secrets.ts';
import { nextAttempt } from './back-off.ts';
import { postNotice, type NoticeAnswer } from './post-notice.ts';
import { claimDelivery, writeAttempt, writeBody } from './store.ts';
import { writeNotice } from './write-notice.ts';

/** A try that nobody heard of again is taken up after so long. */
const claimMs = 60_000;

type Delivery = NonNullable<Awaited<ReturnType<typeof claimDelivery>>>;

/**
 * Sends a notice once, if it is due. The body is written before it is first sent and is the same ever after; only
 * time and signature are new. What was not taken is due again later, for three days.
 */
export async function deliverNotice(context: AppContext, deliveryId: string): Promise<void> {
  const now = context.clock.now();
  const claimed = await claimDelivery(context.db, deliveryId, now, new Date(now.getTime() + claimMs));
  if (claimed === undefined) return;
  const partner = await findPartner(context, claimed.partnerKey);
  const url = partner?.webhookUrl ?? '';
  const body = claimed.body === '' ? await keepBody(context, claimed) : claimed.body;
  const secrets = await openWebhookSecrets(context, claimed.partnerKey);
  const answer = await postNotice({
    url,
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Causeway-Webhooks/1',
      'causeway-delivery': deliveryId,
      'causeway-signature': signText(secrets, body, now),
    },
    isPrivateAllowed: context.config.WEBHOOK_PRIVATE_TARGETS === 'on',
  });
  await settle(context, claimed, url, answer);
}

async function keepBody(context: AppContext, claimed: Delivery): Promise<string> {
  const body = await writeNotice(context, claimed);
  await writeBody(context.db, claimed.deliveryId, body);
  return body;
}

async function settle(context: AppContext, claimed: Delivery, url: string, answer: NoticeAnswer): Promise<void> {
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
    if (next !== undefined) await queueNotice(context, trx, deliveryId, next);
  });
  if (!isTaken) context.log.warn('a notice was not taken', { count: attempts, code: code ?? 0 });
}
