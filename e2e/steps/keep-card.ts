import { randomUUID } from 'node:crypto';
import { runSql } from '@causeway/testing/run-sql';

interface Kept {
  /** Token at the first acquirer; without it no acquirer keeps the card. */
  acquirerToken?: string;
  last4?: string;
  expYear?: number;
  isRestricted?: boolean;
}

/** Keeps a card in the list of a client, as a payment does that was asked to remember it. */
export async function keepCard(databaseUrl: string, email: string, card: Kept = {}): Promise<void> {
  const { acquirerToken, last4 = '4242', expYear = 2034, isRestricted = false } = card;
  const acquirer = acquirerToken === undefined ? 'sandbox' : 'card_one';
  await runSql(
    databaseUrl,
    `insert into cards (card_id, token, client_id, acquirer, acquirer_token, brand, first6, last4, exp_month, exp_year,
       is_listed, is_restricted, created_at)
     select $1::uuid, $2, client_id, $4, $5, 'visa', '424242', $6, 12, $7::int, true, $8::boolean, now()
     from clients where email = $3`,
    [
      randomUUID(),
      randomUUID(),
      email,
      acquirer,
      acquirerToken ?? randomUUID(),
      last4,
      String(expYear),
      String(isRestricted),
    ],
  );
}
