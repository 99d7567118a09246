import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { AppContext } from '../../../context.ts';
import type { Executor } from '../../../database/db.ts';
import { savePassword } from '../../clients/passwords/password.ts';
import { OperatorFault, recordAction } from '../../operators/record-action.ts';
import { deletePasskeys } from '../../passkeys/store.ts';
import { endSessions } from '../../sessions/end-sessions.ts';
import { endPasskeyFactor } from '../../two-factor/second-factor.ts';
import { saveTwoFactor } from '../../two-factor/store.ts';

const logLine = z.object({ msg: z.literal('security'), clientId: z.uuid(), reason: z.string().default('') });

/**
 * Ends what signs in again after a restore although its owner had ended it: the password of each client whose change
 * stands in a security log of the time after the copy, the authenticator of each who had removed it, and all passkeys
 * where one was removed, as the log does not say which. They sign in by an e-mailed code, and set new ones. Where an
 * address or a phone was changed, the log does not have the new one: the clients are named, for a person to write to.
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
  const lines = text.split('\n').map((line) => logLine.safeParse(parseLine(line)).data);
  const clientsWith = (...reasons: readonly string[]) =>
    new Set(lines.flatMap((line) => (line !== undefined && reasons.includes(line.reason) ? [line.clientId] : [])));
  const passwords = clientsWith('password-changed');
  // Without two-factor a client has neither.
  const passkeys = clientsWith('passkey-removed', 'two-factor-off');
  const authenticators = clientsWith('authenticator-off', 'two-factor-off');
  const addresses = clientsWith('email-changed', 'phone-changed');
  const all = new Set([...passwords, ...passkeys, ...authenticators, ...addresses]);
  if (all.size === 0) throw new OperatorFault(`${file} names no client who changed or removed what signs in.`);
  const ended = { reason: 'ended by operator', now: context.clock.now() } as const;
  const moved = await context.db.transaction().execute(async (trx) => {
    for (const clientId of passwords) await savePassword(trx, clientId, '');
    for (const clientId of authenticators)
      await saveTwoFactor(trx, clientId, { twoFactorSealedKey: '', twoFactorLastStep: 0n });
    for (const clientId of passkeys) {
      await deletePasskeys(trx, clientId);
      await endPasskeyFactor(context, trx, clientId);
    }
    for (const clientId of all) await endSessions(trx, { clientId, ...ended });
    const details = {
      passwords: String(passwords.size),
      passkeys: String(passkeys.size),
      authenticators: String(authenticators.size),
    };
    await recordAction(context, trx, { operator, action: 'secrets_ended', subject: 'all', details });
    return findNumbers(trx, [...addresses]);
  });
  const said = `${passwords.size} passwords are over, the passkeys of ${passkeys.size} clients, and the authenticators of ${authenticators.size}.`;
  return moved.length === 0 ? said : `${said}\nThe e-mail or phone of before counts again of: ${moved.join(' ')}`;
}

/** Numbers of those clients that the copy has. */
async function findNumbers(trx: Executor, clientIds: readonly string[]): Promise<string[]> {
  if (clientIds.length === 0) return [];
  const rows = await trx.selectFrom('clients').select('niceId').where('clientId', 'in', clientIds).execute();
  return rows.map(({ niceId }) => niceId);
}

/** A log has other lines too. */
function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
