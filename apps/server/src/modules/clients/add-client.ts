import type { Language } from '@causeway/domain/languages/languages';
import type { AppContext, Randomness } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { newUuid } from '../../new-uuid.ts';
import { randomCode } from '../../random-bytes.ts';
import { insertClient } from './store.ts';

/**
 * Adds a client at level `unverified` within the caller's transaction.
 *
 * @returns the client's id, or `undefined` when the address has an account already
 */
export async function addClient(
  context: Pick<AppContext, 'clock' | 'random'>,
  transaction: Executor,
  client: {
    email: string;
    passwordHash: string;
    language: Language;
    partnerKey: string | null;
    referrerId: string;
    /** The client agreed to news of the product. */
    isNews?: boolean;
  },
): Promise<string | undefined> {
  const clientId = newUuid(context);
  const isNew = await insertClient(transaction, {
    ...client,
    clientId,
    niceId: makeNiceId(context.random),
    createdAt: context.clock.now(),
  });
  return isNew ? clientId : undefined;
}

/**
 * Adds a payer under an e-mail address that no account has confirmed; a payer cannot sign in.
 *
 * @returns the payer's id, or `undefined` when the address has one already
 */
export async function addPayer(
  context: Pick<AppContext, 'clock' | 'random'>,
  executor: Executor,
  { email, ...payer }: { email: string; language: Language; partnerKey: string },
): Promise<string | undefined> {
  const clientId = newUuid(context);
  const createdAt = context.clock.now();
  const added = await executor
    .insertInto('clients')
    .values({
      ...payer,
      clientId,
      niceId: makeNiceId(context.random),
      email: `payer:${clientId}`,
      payerEmail: email,
      passwordHash: '',
      agreedTermsAt: createdAt,
      createdAt,
    })
    .onConflict((conflict) => conflict.column('payerEmail').doNothing())
    .executeTakeFirst();
  return added.numInsertedOrUpdatedRows === 1n ? clientId : undefined;
}

/** A client's public number. */
function makeNiceId(random: Randomness): string {
  return `C${randomCode(random, 12)}`;
}
