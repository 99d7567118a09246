import { sql } from 'kysely';
import type { Executor } from '../../database/db.ts';
import type { Partner } from './partner.ts';

const columns = [
  'partnerKey',
  'name',
  'allowedOrigins',
  'isMerchant',
  'isFloatingRate',
  'theme',
  'themeSettings',
  'feePercent',
  'defaults',
  'locks',
  'flags',
  'routes',
  'webhookUrl',
] as const;

/** The row unparsed; its caller parses it. A client whose account is closed or not confirmed represents no partner. */
export async function selectPartner(executor: Executor, partnerKey: string) {
  return executor
    .selectFrom('partners')
    .select(columns)
    .select((where) =>
      where
        .selectFrom('clients')
        .select('clients.clientId')
        .whereRef('clients.clientId', '=', 'partners.clientId')
        .where('clients.deletedAt', 'is', null)
        .where('clients.emailConfirmedAt', 'is not', null)
        .as('clientId'),
    )
    .where('partnerKey', '=', partnerKey)
    .executeTakeFirst();
}

export async function upsertPartner(
  executor: Executor,
  partner: Partner,
  { now, ...free }: { now: Date; payeeHold?: ''; webhookHold?: '' },
): Promise<void> {
  const values = {
    ...partner,
    ...free,
    themeSettings: JSON.stringify(partner.themeSettings),
    defaults: JSON.stringify(partner.defaults),
  };
  await executor
    .insertInto('partners')
    .values({ ...values, createdAt: now })
    .onConflict((conflict) => conflict.column('partnerKey').doUpdateSet(values))
    .execute();
}

/** A line for each, that says what a person has to name first. */
export async function describePartners(executor: Executor): Promise<string[]> {
  const partners = executor
    .selectFrom('partners')
    .select(['partnerKey', 'payeeHold', 'webhookHold', 'clientId'])
    .select(sql<boolean>`defaults ? 'dstAddress'`.as('isAddressFixed'));
  const rows = await partners.orderBy('partnerKey').execute();
  return rows.map((row) => {
    const isClientNamed = row.clientId !== null || !row.isAddressFixed;
    const options = [...(isClientNamed ? ['--client'] : []), ...(row.isAddressFixed ? ['--default'] : [])];
    const paid = row.payeeHold === '' ? [] : [`is paid once set ${options.join(' and ')} was given`];
    const sent = row.webhookHold === '' ? [] : ['is sent webhooks once set --webhook was given'];
    const held = [...paid, ...sent].join(', ');
    return held === '' ? row.partnerKey : `${row.partnerKey}  restored: ${held}`;
  });
}
