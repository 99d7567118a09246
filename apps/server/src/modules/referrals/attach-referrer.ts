import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { findReferrer } from './referral-code.ts';

/** What earns nothing; each can be switched off in `referral_rules`. */
export type ReferralRule = 'own_device' | 'own_person' | 'circle';

/** The rules that are on. */
export async function listRules(executor: Executor): Promise<ReadonlySet<string>> {
  const rows = await executor.selectFrom('referralRules').select('rule').where('isOn', '=', true).execute();
  return new Set(rows.map(({ rule }) => rule));
}

/**
 * Keeps who brought a new client, in the transaction of the registration and never later. An unknown code is
 * no reason to refuse the registration. What a rule refuses is kept with the rule and earns nothing. Where
 * one of the two never named a device that is kept, since the rule of the own device could not be asked.
 */
export async function attachReferrer(
  { clock }: Pick<AppContext, 'clock'>,
  trx: Executor,
  { clientId, code, deviceId }: { clientId: string; code: string; deviceId: string },
): Promise<void> {
  const referrerId = await findReferrer(trx, code);
  if (referrerId === undefined || referrerId === clientId) return;
  const rules = await listRules(trx);
  const refusedBy: ReferralRule | '' =
    rules.has('own_device') && (await hasUsedDevice(trx, referrerId, deviceId))
      ? 'own_device'
      : rules.has('circle') && (await isBroughtBy(trx, referrerId, clientId))
        ? 'circle'
        : '';
  const isDeviceKnown = deviceId !== '' && (await hasUsedDevice(trx, referrerId));
  await trx
    .insertInto('referrals')
    .values({ clientId, referrerId, refusedBy, isDeviceKnown, createdAt: clock.now() })
    .onConflict((conflict) => conflict.column('clientId').doNothing())
    .execute();
}

/** Refuses the referrer of a claimed account: the stranger who had registered the address named himself. */
export async function refuseReferrer(trx: Executor, clientId: string): Promise<void> {
  await trx
    .updateTable('referrals')
    .set({ refusedBy: 'claimed' })
    .where('clientId', '=', clientId)
    .where('refusedBy', '=', '')
    .execute();
}

/** @param deviceId left out, any that was named */
async function hasUsedDevice(trx: Executor, clientId: string, deviceId?: string): Promise<boolean> {
  const sessions = trx
    .selectFrom('sessions')
    .select('sessionId')
    .where('clientId', '=', clientId)
    .where('deviceId', '<>', '')
    .limit(1);
  const found = await (
    deviceId === undefined ? sessions : sessions.where('deviceId', '=', deviceId)
  ).executeTakeFirst();
  return found !== undefined;
}

/** Whether one client was brought by another, at any distance. */
async function isBroughtBy(trx: Executor, clientId: string, by: string): Promise<boolean> {
  const { rows } = await sql`
    with recursive above (client_id) as (
      select referrer_id from referrals where client_id = ${clientId}::uuid
      union select referrer_id from referrals join above using (client_id)
    ) select 1 from above where client_id = ${by}::uuid
  `.execute(trx);
  return rows.length > 0;
}
