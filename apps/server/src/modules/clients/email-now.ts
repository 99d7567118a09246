import { sql, type RawBuilder } from 'kysely';

/** Part of a statement: the address that a client has now, which may be another one than when something was ordered. */
export function emailNow(clientId: string, otherwise: string): RawBuilder<string> {
  return sql`coalesce((select coalesce(payer_email, email) from clients where client_id = ${clientId}::uuid and deleted_at is null), ${otherwise})`;
}
