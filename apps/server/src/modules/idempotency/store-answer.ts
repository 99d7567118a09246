import type { Executor } from '../../database/db.ts';

/** Keeps the answer with its key, in the transaction that did the work. */
export async function storeAnswer(
  trx: Executor,
  { actor, key }: { actor: string; key: string },
  answer: Readonly<Record<string, string>>,
): Promise<void> {
  await trx
    .updateTable('idempotencyKeys')
    .set({ answer: JSON.stringify(answer) })
    .where('actor', '=', actor)
    .where('key', '=', key)
    .execute();
}
