import type { AppContext } from '../../context.ts';
import { findClientKey } from '../client-keys/client-keys.ts';
import { findClient } from '../clients/store.ts';
import { findCheck } from '../identity-checks/store.ts';
import { findSamePerson } from '../screening/person-marks.ts';
import { isSameName } from '../screening/name-parts.ts';
import { readFields } from '../verification/read-fields.ts';
import type { VerificationRow } from '../verification/store.ts';

/** What a person who looks at a case should know besides, as lines: never a decision, and never shown to the client. */
export async function readHints(context: AppContext, row: VerificationRow): Promise<string[][]> {
  const { db, providers } = context;
  const client = await findClient(db, row.clientId);
  if (client === undefined) return [];
  const key = await findClientKey(context, row.clientId);
  const given = `${client.firstName} ${client.lastName}`.trim();
  const shown = readFields(key, row.sealedFields)['paper_name'] ?? '';
  const check = await findCheck(db, { verificationId: row.verificationId });
  const hits = (await Promise.all([...new Set([given, shown])].map((name) => providers.sanctions.find(name)))).flat();
  return [
    ...hits.map(({ list, entry, date }) => ['hint', 'sanctions', list, date, entry]),
    ...(isSameName(given, shown) ? [] : [['hint', 'another name on the papers', shown]]),
    ...(await findSamePerson(db, row.clientId)).map(({ kind, niceId }) => ['hint', `same ${kind}`, niceId]),
    ...(check === undefined ? [] : [['hint', `checked by ${check.provider}`, check.status]]),
  ];
}
