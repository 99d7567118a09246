import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { AppContext } from '../../../context.ts';
import type { AccountChange } from '../../clients/queue-security-email.ts';
import { readLogLines, securityLine } from '../../../security-log/security-events.ts';
import { listForgotten } from '../../operators/operators.ts';
import { OperatorFault, recordAction } from '../../operators/record-action.ts';
import { confirmPartners } from '../../partners/save-partner.ts';
import { checkEpoch } from '../../payout-holds/check-epoch.ts';
import { beginWait } from '../../saved-destinations/destination-wait.ts';
import { withdrawAdvertising } from '../../settings/subscription-store.ts';
import { stopForgotten } from '../../settlement/exchange-order.ts';
import { endSecrets, type Ending } from '../stolen-access.ts';

const logLine = securityLine.extend({ clientId: z.uuid(), reason: z.string().default('') });
const orderLine = securityLine.extend({ event: z.enum(['payout_decided', 'withdrawal_canceled']), niceId: z.string() });
const keptLine = orderLine.extend({ reason: z.literal('kept_booked') });

/** These gave what the copy does not have, or what ends with every session of it. */
type Opening = Extract<
  AccountChange,
  | `${'destination' | 'card'}-kept`
  | 'login-joined'
  | 'destination-wait-off'
  | 'biometrics-on'
  | 'push-on'
  | 'new-device'
  | 'basic-given'
>;

/**
 * What of a copy is over where its owner did this after it. With a factor the password goes too: of one that the copy
 * has forgotten, or that ends here, the password alone would open the account.
 */
const endings: Readonly<Record<Exclude<AccountChange, Opening> | 'account_deleted', readonly Ending[]>> = {
  account_deleted: ['account', 'password', 'passkeys', 'logins'],
  'password-changed': ['password'],
  'email-changed': ['address'],
  'phone-changed': ['address'],
  'two-factor-on': ['password'],
  // Without two-factor a client has neither.
  'two-factor-off': ['password', 'authenticator', 'passkeys'],
  'authenticator-off': ['password', 'authenticator'],
  'recovery-code-used': ['recovery codes'],
  'passkey-added': ['password'],
  // The log does not say which.
  'passkey-removed': ['password', 'passkeys'],
  'login-removed': ['logins'],
  'destination-removed': ['destinations'],
  'destination-wait-on': ['wait'],
  'advertising-off': ['advertising'],
};

/**
 * Ends what signs in again after a restore although its owner had ended it: for each client of the security log of the
 * time after the copy what the table above says, and every session, link and sent code. Where an address or a phone was
 * changed the clients are named. Partners are paid again, but those named since, once a second person gives the same.
 *
 * @returns how many clients that were
 * @throws OperatorFault
 */
export async function endForgottenSecrets(
  context: AppContext,
  { file, operator }: { file: string; operator: string },
): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new OperatorFault(`${file} cannot be read.`);
  });
  if (readLogLines(text, securityLine).length === 0)
    throw new OperatorFault(`${file} has no line of the security log.`);
  const named = readEndings(readLogLines(text, logLine));
  const decided = readLogLines(text, orderLine).map(({ niceId }) => niceId);
  // What a restore holds is held first, also where no worker has started yet.
  await checkEpoch(context);
  const clients = await context.db
    .selectFrom('clients')
    .select(['clientId', 'niceId'])
    .where(({ eb, val }) => eb('clientId', '=', eb.fn.any(val([...named.keys()]))))
    .execute();
  const having = (ending: Ending) => clients.filter(({ clientId }) => named.get(clientId)?.has(ending));
  const count = (ending: Ending) => String(having(ending).length);
  const { stopped, partners } = await context.db.transaction().execute(async (trx) => {
    for (const { clientId } of clients) await endSecrets(context, trx, clientId, named.get(clientId) ?? new Set());
    const details = {
      passwords: count('password'),
      passkeys: count('passkeys'),
      authenticators: count('authenticator'),
      recoveryCodes: count('recovery codes'),
      logins: count('logins'),
    };
    await recordAction(context, trx, { operator, action: 'secrets_ended', subject: 'all', details });
    const partners = await confirmPartners(context, trx, { operator, log: text });
    return { stopped: await stopForgotten(context, trx, decided), partners };
  });
  for (const { clientId } of having('wait')) await beginWait(context, clientId);
  for (const { clientId } of having('advertising')) await withdrawAdvertising(context, clientId);
  const said = `Over are the passwords of ${count('password')} clients, the passkeys of ${count('passkeys')}, the authenticators of ${count('authenticator')}, the recovery codes of ${count('recovery codes')} and the logins of other providers of ${count('logins')}. New destinations wait for ${count('wait')}, kept ones of ${count('destinations')} once more.`;
  const list = (ending: Ending) => having(ending).map(({ niceId }) => niceId);
  const lists = {
    'There again, though deleted by their owners': list('account'),
    'The e-mail or phone of before counts again of': list('address'),
    'Not paid out, as was decided': stopped,
    'Kept again, though booked since': readLogLines(text, keptLine).map(({ niceId }) => niceId),
    ...partners,
    'Operators whom `operators.js end-forgotten` ends again': await listForgotten(context.db, text),
  };
  const filled = Object.entries(lists).filter(([, numbers]) => numbers.length > 0);
  return [said, ...filled.map(([words, numbers]) => `${words}: ${numbers.join(' ')}`)].join('\n');
}

/** What ends, by client. */
function readEndings(lines: readonly z.output<typeof logLine>[]): ReadonlyMap<string, ReadonlySet<Ending>> {
  const known = new Map<string, readonly Ending[]>(Object.entries(endings));
  const byClient = new Map<string, Set<Ending>>();
  for (const { clientId, event, reason } of lines) {
    const found = known.get(reason || event);
    if (found !== undefined) byClient.set(clientId, new Set([...(byClient.get(clientId) ?? []), ...found]));
  }
  return byClient;
}
