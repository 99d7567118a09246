import { codeLimits, type emailParts } from '../../budgets/guesses.ts';
import { type ReservedAttempt, reserveCounters } from '../../budgets/reserve-attempt.ts';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { sendEmailJob, sendStrangerEmailJob } from './jobs.ts';
import { type EmailTemplate, emailTemplateName } from './templates.ts';
import type { Language } from '@causeway/domain/languages/languages';
import type { Attachment } from '../../providers/mail/port.ts';
import { toLanguage } from '@causeway/domain/languages/server-codes';
import { z } from 'zod';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { deriveKeys } from '../../secrets/derive-key.ts';
import { openText } from '../../secrets/seal-text.ts';
import { logSecurityEvent } from '../../security-log/log-security-event.ts';
import { roomOf } from './queue-email.ts';
import { renderEmail } from './render-email.ts';
import { listUnsentEmails, markEmailWithheld, markEmailsSent } from './store.ts';

const hour = 3600;

/** The part of its address's cap that every e-mail takes. */
const partOf: Readonly<Record<EmailTemplate, keyof typeof emailParts>> = {
  'email-code': 'code',
  'signin-code': 'code',
  'new-email-code': 'code',
  'password-reset': 'link',
  'owner-code': 'code',
  'order-code': 'orderCode',
  'email-changed': 'security',
  'phone-changed': 'security',
  'biometrics-on': 'security',
  'password-changed': 'security',
  'two-factor-on': 'security',
  'two-factor-off': 'security',
  'authenticator-off': 'security',
  'passkey-added': 'security',
  'passkey-removed': 'security',
  'destination-kept': 'security',
  'destination-wait-on': 'security',
  'destination-wait-off': 'security',
  'card-kept': 'security',
  'basic-given': 'security',
  'login-joined': 'security',
  'push-on': 'device',
  'new-device': 'device',
  'data-export-ready': 'device',
  'money-claim': 'question',
  'payment-partial': 'question',
  'decision-asked': 'question',
  'verification-approved': 'question',
  'verification-declined': 'question',
  'verification-rejected': 'question',
  // To the operator; those of strangers have that part.
  'support-case': 'question',
  'order-created': 'news',
  'payment-received': 'money',
  'order-sent': 'money',
  'order-finished': 'money',
  'order-refunded': 'money',
  'order-canceled': 'news',
  'order-expired': 'news',
  'withdrawal-approved': 'money',
  'withdrawal-sent': 'money',
  'withdrawal-finished': 'money',
  'withdrawal-failed': 'money',
  'withdrawal-canceled': 'news',
  'withdrawal-expired': 'news',
  'affiliate-payout': 'money',
  'money-held': 'money',
  'money-freed': 'money',
  'money-taken': 'money',
  'deposit-credited': 'money',
  'deposit-small': 'news',
  'deposit-unknown': 'news',
  'deposit-unknown-returned': 'news',
  // Caused by who sends money, and gets it back.
  'transfer-returned': 'news',
};

/**
 * E-mails that are sent once there is room again: news of money, strangers' too, and of the account's security, and
 * what is the only news of something that goes on waiting. A question about an order stands on its page, which knows
 * whether it is still one; a code would come too late.
 */
const partsSentLater: ReadonlySet<string> = new Set(['money', 'device', 'security']);
const sentLater: ReadonlySet<EmailTemplate> = new Set([
  'money-claim',
  'verification-approved',
  'verification-declined',
  'verification-rejected',
  'support-case',
]);
/** Past this age it is not sent any more, and stands in the list of notifications; a link claims money as long. */
const waitsMs = 24 * hour * 1000;

/**
 * Of an order that anybody may have made nothing takes the room of what its owner causes. Its code is the owner's own:
 * only a session pays from the balance.
 */
function partTaken(template: EmailTemplate, isOfStranger: boolean): keyof typeof emailParts {
  const part = partOf[template];
  return isOfStranger && part !== 'news' && part !== 'orderCode' ? 'strangers' : part;
}

/**
 * Counts an e-mail before it is sent.
 *
 * @returns the seconds until there is room, when its address has had as many as it may have
 */
async function deliverEmail(
  context: Pick<AppContext, 'config' | 'clock' | 'db'>,
  part: keyof typeof emailParts,
  recipient: string,
): Promise<ReservedAttempt | number> {
  try {
    return await reserveCounters(context, [roomOf(part, recipient)]);
  } catch (error) {
    if (error instanceof Refusal) return error.retryAfterSeconds ?? hour;
    throw error;
  }
}

/** The e-mail that files may go with. */
export interface AttachedEmail {
  template: EmailTemplate;
  parameters: Readonly<Record<string, string>>;
  clientId: string | null;
  recipient: string;
  language: Language;
}

/** Makes the files of an e-mail: rooms that know them stand above this one. */
export type Attach = (context: AppContext, email: AttachedEmail) => Promise<readonly Attachment[]>;

const storedParameters = z.object({
  sealed: z.string(),
  isOfStranger: z.boolean().default(false),
  isCounted: z.boolean().default(false),
});
const values = z.record(z.string(), z.string());

type UnsentEmail = Awaited<ReturnType<typeof listUnsentEmails>>[number];

/**
 * Sends e-mails that were not sent yet. If the program dies between sending and recording it, an e-mail goes twice
 * under one Message-ID.
 */
export async function sendEmails(
  context: AppContext,
  payloads: readonly { letterId: string }[],
  attach: Attach = async () => [],
  isToStranger = false,
): Promise<PromiseSettledResult<void>[]> {
  const ids = payloads.map(({ letterId }) => letterId);
  const unsent = new Map((await listUnsentEmails(context.db, ids)).map((row) => [row.letterId, row]));
  const sent: string[] = [];
  const ends = await Promise.allSettled(
    ids.map(async (letterId) => {
      if (await send(context, unsent.get(letterId), { attach, isToStranger })) sent.push(letterId);
    }),
  );
  await markEmailsSent(context.db, sent, context.clock.now());
  return ends;
}

/**
 * @returns whether it was sent now
 * @throws ProviderError when the mail server did not accept it
 */
async function send(
  context: AppContext,
  row: UnsentEmail | undefined,
  { attach, isToStranger }: { attach: Attach; isToStranger: boolean },
): Promise<boolean> {
  if (row === undefined) return false;
  const { sealed, isOfStranger, isCounted } = storedParameters.parse(row.parameters);
  const parameters = values.parse(JSON.parse(openText(deriveKeys(context.config, 'letters'), sealed)));
  const template = emailTemplateName.parse(row.template);
  const part = partTaken(template, isOfStranger);
  const now = context.clock.now();
  // A mail server that was away brings no codes that are over: each would look like somebody's attempt.
  if (parameters['code'] !== undefined && row.createdAt.getTime() + codeLimits.lifetimeMs < now.getTime()) {
    await markEmailWithheld(context.db, row.letterId, now);
    return false;
  }
  const token = isCounted ? undefined : await deliverEmail(context, part, row.recipient);
  if (typeof token === 'number') {
    await withhold(context, { template, part, isToStranger }, row, token);
    return false;
  }
  const language = toLanguage(row.language);
  const message = renderEmail(context, template, language, parameters);
  const { clientId, recipient } = row;
  try {
    const attachments = await attach(context, { template, parameters, clientId, recipient, language });
    await context.providers.mailer.send({ id: row.letterId, to: recipient, ...message, attachments, isToStranger });
  } catch (error) {
    await token?.release();
    throw error;
  }
  return true;
}

/** Past the cap of its address an e-mail waits or is dropped; of messages to support an alarm says so. */
async function withhold(
  context: AppContext,
  { template, part, isToStranger }: { template: EmailTemplate; part: keyof typeof emailParts; isToStranger: boolean },
  { letterId, recipient, createdAt }: UnsentEmail,
  roomInSeconds: number,
): Promise<void> {
  logSecurityEvent(context, 'budget_met', { call: 'letter', reason: template, email: recipient });
  const now = context.clock.now();
  const isTooOld = createdAt.getTime() + waitsMs < now.getTime();
  const isCaseOfStranger = template === 'support-case' && part === 'strangers';
  const isLater = (sentLater.has(template) && !isCaseOfStranger) || partsSentLater.has(partOf[template]);
  if (isTooOld || !isLater) {
    if (template === 'support-case')
      await raiseAlarm(context, context.db, { kind: 'support_unsent', subject: 'support' });
    return markEmailWithheld(context.db, letterId, now);
  }
  const startAfter = new Date(now.getTime() + roomInSeconds * 1000);
  const job = isToStranger ? sendStrangerEmailJob : sendEmailJob;
  await context.jobs.enqueue(context.db, job, { letterId }, { startAfter });
}
