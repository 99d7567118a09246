import { createHmac } from 'node:crypto';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { deriveKeys } from '../../secrets/derive-key.ts';
import { nameParts } from './name-parts.ts';

/** What shows that two accounts are of one person. */
export interface PersonFacts {
  name: string;
  /** As YYYY-MM-DD. */
  birthday: string;
  documentNumber?: string;
}

type MarkKind = 'person' | 'document';

/** Keeps the marks of a client beside those that it has: keyed hashes, from which nothing can be read. */
export async function keepMarks(
  { config }: Pick<AppContext, 'config'>,
  trx: Executor,
  clientId: string,
  { name, birthday, documentNumber = '' }: PersonFacts,
): Promise<void> {
  const parts = nameParts(name);
  const number = documentNumber.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  const texts: [MarkKind, string][] = [];
  if (parts.length > 1 && birthday !== '') texts.push(['person', `${parts.join(' ')}|${birthday}`]);
  if (number.length >= 5) texts.push(['document', number]);
  if (texts.length === 0) return;
  // Under earlier secrets too, so that marks made before a change of the secret still match.
  const rows = deriveKeys(config, 'person marks').flatMap((key) =>
    texts.map(([kind, text]) => ({
      clientId,
      kind,
      mark: createHmac('sha256', key).update(`${kind}:${text}`).digest('hex'),
    })),
  );
  await trx
    .insertInto('personMarks')
    .values(rows)
    // Without naming the partial index: its predicate as a parameter stops matching once the plan is a general one.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Other clients with a mark of this one: a hint for a person, and never a reason by itself. */
export async function findSamePerson(
  executor: Executor,
  clientId: string,
): Promise<{ kind: string; niceId: string }[]> {
  return executor
    .selectFrom('personMarks as own')
    .innerJoin('personMarks as other', (join) =>
      join.onRef('other.kind', '=', 'own.kind').onRef('other.mark', '=', 'own.mark'),
    )
    .innerJoin('clients', 'clients.clientId', 'other.clientId')
    .select(['own.kind', 'clients.niceId'])
    .distinct()
    .where('own.clientId', '=', clientId)
    .where('own.mark', '<>', '')
    .whereRef('other.clientId', '<>', 'own.clientId')
    .orderBy('clients.niceId')
    .limit(20)
    .execute();
}
