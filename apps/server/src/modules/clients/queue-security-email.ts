import { randomUUID } from 'node:crypto';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { logSecurityEvent } from '../../security-log/log-security-event.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { findClient } from './store.ts';

/** Events of an account that its owner is always notified of. */
export const securityTemplates = [
  'password-changed',
  'email-changed',
  'phone-changed',
  'biometrics-on',
  'two-factor-on',
  'two-factor-off',
  'authenticator-off',
  'passkey-added',
  'passkey-removed',
  'destination-kept',
  'destination-wait-on',
  'destination-wait-off',
  'card-kept',
  'basic-given',
  'login-joined',
  'push-on',
  'new-device',
] as const;

export type SecurityTemplate = (typeof securityTemplates)[number];

/** A reason of `account_changed` in the security log: those, and what only takes away and has no e-mail. */
export type AccountChange =
  | SecurityTemplate
  | `${'login' | 'destination'}-removed`
  | 'recovery-code-used'
  | 'advertising-off';

/** Anybody who signs up causes them, and most carry what that person wrote. */
const confirmedOnly: ReadonlySet<SecurityTemplate> = new Set([
  'new-device',
  'push-on',
  'biometrics-on',
  'card-kept',
  'basic-given',
  'destination-wait-on',
]);
const nameMax = 40;

/** A device's name without what a mail program makes a link of. */
export function plainName(name: string): string {
  const plain = name.replaceAll(/[^\p{L}\p{N}' (),-]+/gu, ' ').replaceAll(/ +/g, ' ');
  return plain.slice(0, nameMax).trim();
}

/** Writes a change to the security log, from which a restore ends again what it brings back. */
export function logChange(
  context: Pick<AppContext, 'config' | 'clock' | 'log'>,
  trx: Executor,
  change: { clientId: string; reason: AccountChange },
): void {
  logSecurityEvent(context, 'account_changed', change, trx);
}

/** Notifies a client, within the caller's transaction, of an event of the account. */
export async function queueSecurityEmail(
  context: Pick<AppContext, 'config' | 'clock' | 'random' | 'jobs' | 'log'>,
  trx: Executor,
  clientId: string,
  template: SecurityTemplate,
  {
    device,
    card,
    recipient,
  }: {
    device?: string;
    card?: { name: string; isDestination: boolean };
    /** Where its present address is not the one to notify. */ recipient?: string;
  } = {},
): Promise<void> {
  const client = await findClient(trx, clientId);
  if (client === undefined) return;
  logChange(context, trx, { clientId, reason: template });
  // An address that was never confirmed may be a stranger's, who expects no e-mail of ours.
  if (confirmedOnly.has(template) && client.emailConfirmedAt === null) return;
  await queueEmail(context, trx, {
    template,
    parameters: {
      path: '/settings',
      ...(device !== undefined && { device: plainName(device) }),
      ...(card !== undefined && { card: card.name, use: card.isDestination ? 'destination' : 'payments' }),
    },
    recipient: recipient ?? client.email,
    language: client.language,
    clientId,
    // Every event has an e-mail of its own.
    occasion: `${template}:${randomUUID()}`,
  });
}
