import { groupOf, isGroupCompleted, type Wizard, type WizardFlags } from '@causeway/domain/verification/wizards';
import { levelOf } from '@causeway/domain/verification/level-stages';
import type { ClientLevel } from '@causeway/domain/clients/client-level';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { Refusal } from '../../errors.ts';
import { findClient, saveLevel, type ClientRecord } from '../clients/store.ts';
import { logSecurityEvent } from '../../security-log/log-security-event.ts';
import { listVerifications, type VerificationRow } from './store.ts';

/** What the rules of the wizards ask about a client. */
export interface ClientFacts {
  client: ClientRecord;
  flags: WizardFlags;
  rows: readonly VerificationRow[];
  isDone: (wizard: Wizard) => boolean;
}

/** @throws Refusal SESSION_OVER for a client that is gone */
export async function readFacts(executor: Executor, clientId: string): Promise<ClientFacts> {
  const client = await findClient(executor, clientId);
  if (client === undefined) throw new Refusal({ code: 'SESSION_OVER' });
  const rows = await listVerifications(executor, clientId);
  const { isBasicVerifyEnabled, isZerohashFlow, level } = client;
  const flags = { isBasicVerifyEnabled, isZerohashFlow };
  const isDone = (wizard: Wizard): boolean => {
    if (wizard === 'email') return client.emailConfirmedAt !== null;
    if (wizard === 'phone') return client.phone !== '';
    return isApproved(rows, wizard) || (wizard !== 'wallet' && isCovered(wizard, level, flags));
  };
  return { client, flags, rows, isDone };
}

function isApproved(rows: readonly VerificationRow[], wizard: Wizard): boolean {
  return rows.some((row) => row.wizard === wizard && row.status === 'approved');
}

/** A level that its group gives counts as the wizard's approval, also where an operator gave it. */
function isCovered(wizard: Wizard, level: ClientLevel, flags: WizardFlags): boolean {
  const group = groupOf(wizard, flags);
  return group !== undefined && isGroupCompleted(group, level);
}

/**
 * Gives a client the level that the approved wizards are worth, within the caller's transaction, which holds the
 * client.
 *
 * @returns the level as it is now
 */
export async function raiseLevel(
  context: Pick<AppContext, 'clock' | 'config' | 'log'>,
  trx: Executor,
  clientId: string,
): Promise<ClientLevel> {
  const { client, flags, isDone } = await readFacts(trx, clientId);
  const level = levelOf({ level: client.level, isDone }, flags);
  if (level === client.level) return level;
  await saveLevel(trx, clientId, level);
  logSecurityEvent(context, 'account_changed', { clientId, reason: `level-${level}` }, trx);
  return level;
}
