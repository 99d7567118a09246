import type { AppContext } from '../../context.ts';
import { inTransaction } from '../../database/db.ts';
import { paths } from '../../ledger/paths.ts';
import { postEntry } from '../../ledger/entry.ts';
import { listBalances } from '../../ledger/balances.ts';
import { newUuid } from '../../new-uuid.ts';

/** What was paid, in smallest units by currency. */
export type SettledFees = ReadonlyMap<string, bigint>;

/**
 * Pays a partner what its fee has earned since it was paid last: from the partner's account to the balance of its
 * client. The partner's row is locked meanwhile, so that nothing is paid twice.
 *
 * @throws Error for an unknown partner, or one without a client or whose client's account is closed, not confirmed, or
 *   not named once more since a restore
 */
export async function settleFees(
  context: Pick<AppContext, 'db' | 'clock' | 'random'>,
  partnerKey: string,
): Promise<SettledFees> {
  return inTransaction(context.db, async (trx) => {
    const partner = await trx
      .selectFrom('partners')
      .innerJoin('clients', 'clients.clientId', 'partners.clientId')
      .select('clients.niceId')
      .where('partners.partnerKey', '=', partnerKey)
      .where('partners.payeeHold', '=', '')
      .where('clients.deletedAt', 'is', null)
      .where('clients.emailConfirmedAt', 'is not', null)
      .forUpdate('partners')
      .executeTakeFirst();
    if (partner === undefined)
      throw new Error(
        `There is no partner ${partnerKey} with a client whom it could be paid to: its account is missing, closed, not confirmed, or not named once more since a restore: list says by which options of set.`,
      );
    const from = paths.partner(partnerKey);
    const postings = (await listBalances(trx, from))
      .filter(({ path, balance }) => path === from && balance > 0n)
      .map(({ currency, balance: amount }) => ({ from, to: paths.client(partner.niceId), amount, currency }));
    if (postings.length > 0)
      await postEntry(trx, context, {
        kind: 'partner_settlement',
        reference: partnerKey,
        idempotencyKey: `partner_settlement:${newUuid(context)}`,
        postings,
      });
    return new Map(postings.map(({ currency, amount }) => [currency, amount]));
  });
}
