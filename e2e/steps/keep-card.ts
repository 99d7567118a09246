import { randomUUID } from 'node:crypto';
import { runSql } from '@causeway/testing/run-sql';

/** Keeps a card in the list of a client, as a payment does that was asked to remember it. */
export async function keepCard(databaseUrl: string, email: string): Promise<void> {
  await runSql(
    databaseUrl,
    `insert into cards (card_id, token, client_id, acquirer, acquirer_token, brand, first6, last4, exp_month, exp_year,
       is_listed, created_at)
     select $1::uuid, $2, client_id, 'sandbox', $2, 'visa', '424242', '4242', 12, 2034, true, now()
     from clients where email = $3`,
    [randomUUID(), randomUUID(), email],
  );
}
