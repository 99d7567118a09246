import type { Language } from '@causeway/domain/languages/languages';
import { emailParts } from '../../budgets/guesses.ts';
import type { Counter } from '../../budgets/reserve-attempt.ts';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { JobQueue } from '../../job-queue.ts';
import type { RawBuilder } from 'kysely';
import { kindOf } from '../notifications/listed-templates.ts';
import { insertNotification, wantsEmails } from '../notifications/store.ts';
import { sendPushJob } from '../push/jobs.ts';
import { newUuid } from '../../new-uuid.ts';
import { deriveKey } from '../../secrets/derive-key.ts';
import { sealText } from '../../secrets/seal-text.ts';
import { sendEmailJob, sendStrangerEmailJob } from './jobs.ts';
import { insertEmail } from './store.ts';
import { emailTemplates, type EmailParameters, type EmailTemplate } from './templates.ts';

/** Counts the e-mails of one part to an address, in an hour of the clock. */
export function roomOf(part: keyof typeof emailParts, recipient: string): Counter {
  const counter = { what: `letter ${part}`, by: 'recipient', value: recipient.toLowerCase() };
  return { ...counter, isByTheClock: true, tries: emailParts[part], seconds: 3600 };
}

/** An e-mail to be sent. */
export interface EmailRequest<Template extends EmailTemplate> {
  template: Template;
  parameters: EmailParameters<Template>;
  /** An e-mail address, or an expression that the inserting statement reads it by. */
  recipient: string | RawBuilder<string>;
  language: Language;
  clientId: string | null;
  /** What the e-mail is about, for example `order-finished:<orderId>`: one e-mail for one event. */
  occasion: string;
  /** Several events have one e-mail, that of the first; each stands in the list of notifications by its occasion. */
  oneEmailFor?: string;
  /** Evaluated in the inserting statement; left out it is always sent. */
  isWanted?: RawBuilder<boolean> | undefined;
  /** Anybody may have made the order that it is about: it takes no room of what the owner's own causes. */
  isOfStranger?: boolean;
  /** Its room was taken where it was asked for, before the answer promised it. */
  isCounted?: boolean;
  /** The duration must not reveal whether it was sent: there is a job in any case, which then finds nothing. */
  isSecret?: boolean;
}

/**
 * Queues an e-mail within the caller's transaction: it is sent if and only if the transaction commits, and once for its
 * occasion however often it is queued. The event stands in the client's list of notifications too, by the same
 * occasion.
 */
export async function queueEmail<Template extends EmailTemplate>(
  context: Pick<AppContext, 'config' | 'clock' | 'random'> & { jobs: Pick<JobQueue, 'enqueue'> },
  transaction: Executor,
  request: EmailRequest<Template>,
): Promise<void> {
  const { template, parameters, oneEmailFor, isWanted, isSecret = false, ...row } = request;
  const letterId = newUuid(context);
  const values = emailTemplates[template].parse(parameters);
  const text = JSON.stringify(values);
  const sealed = sealText(deriveKey(context.config, 'letters'), context.random, text);
  const message = { ...row, letterId, template, sealed, createdAt: context.clock.now() };
  const { clientId, occasion, createdAt } = message;
  // Who wants no e-mails of orders still finds them in the list.
  if (clientId !== null) {
    const notificationId = newUuid(context);
    const event = { notificationId, clientId, template, parameters: values, occasion, createdAt };
    if (await insertNotification(transaction, event))
      await context.jobs.enqueue(transaction, sendPushJob, { notificationId }, { owner: clientId });
  }
  const email = { ...message, occasion: oneEmailFor ?? occasion };
  const isKept = await insertEmail(transaction, email, isWanted ?? wantedByKind(message));
  if (!isKept && !isSecret) return;
  if (await isStrangers(transaction, request))
    await context.jobs.enqueue(transaction, sendStrangerEmailJob, { letterId }, { owner: domainOf(message) });
  else await context.jobs.enqueue(transaction, sendEmailJob, { letterId });
}

/** E-mails that anybody causes by typing an address, which may belong to no account or to somebody else. */
const askedByAnybody: ReadonlySet<EmailTemplate> = new Set([
  'email-code',
  'signin-code',
  'new-email-code',
  'password-reset',
  'money-claim',
]);

/**
 * Whether a stranger may have chosen the address. Those e-mails have a queue and connections of their own: a mail
 * server that takes its time holds up no e-mail of an owner. Whether there is an account takes no longer or shorter.
 */
async function isStrangers<Template extends EmailTemplate>(
  transaction: Executor,
  { template, recipient, isOfStranger = false }: EmailRequest<Template>,
): Promise<boolean> {
  if (isOfStranger) return true;
  if (typeof recipient !== 'string' || !askedByAnybody.has(template)) return false;
  const owner = await transaction
    .selectFrom('clients')
    .select('clientId')
    .where('email', '=', recipient.toLowerCase())
    .where('emailConfirmedAt', 'is not', null)
    .executeTakeFirst();
  return owner === undefined;
}

function domainOf({ recipient, clientId }: { recipient: unknown; clientId: string | null }): string {
  return typeof recipient === 'string'
    ? recipient.slice(recipient.lastIndexOf('@') + 1).toLowerCase()
    : (clientId ?? '');
}

/** No other setting is asked about a decision of the verification; this one honours another channel that was chosen. */
function wantedByKind({ template, clientId }: { template: string; clientId: string | null }) {
  return clientId !== null && kindOf(template) === 'verification' ? wantsEmails(clientId, 'verification') : undefined;
}
