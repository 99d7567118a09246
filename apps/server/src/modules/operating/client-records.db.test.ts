import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { destroyDocumentKey } from '../documents/document-keys.ts';
import { retention } from '../documents/retention.ts';
import { sweepDocuments } from '../documents/sweep-documents.ts';
import { saveSubscription } from '../settings/subscription-store.ts';
import { front, makePicture, openVerificationWorld } from '../verification/fixtures/verification-world.ts';
import { endVerification } from '../verification/verification-account.ts';
import { runRecordsCommand } from './client-records.ts';

const world = await openVerificationWorld();
const { context } = world;
const { db } = context;
const jpeg = await makePicture('jpeg');
const day = 24 * 3600 * 1000;

/** An uploaded file, with its wrapped key. */
async function upload(): Promise<{ clientId: string; niceId: string; documentId: string; sealedKey: string }> {
  const { access, clientId, niceId } = await world.client();
  const documentId = (await world.upload(access, front, jpeg)).body.document?.id ?? '';
  const { sealedKey } = await db
    .selectFrom('documents')
    .select('sealedKey')
    .where('documentId', '=', documentId)
    .executeTakeFirstOrThrow();
  return { clientId, niceId, documentId, sealedKey };
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const run = (given: readonly string[], operator = '') => runRecordsCommand(context, given, operator);

describe('how long documents are kept', () => {
  test('is a list that says kind, time and reason, and every key is ended by a rule of it', async () => {
    const printed = (await run(['retention'])).split('\n');
    const shown = (name: string, why: string) =>
      printed.filter((line) => line.startsWith(`${name}  `) && line.endsWith(`  ${why}`));
    for (const [name, { why }] of Object.entries(retention)) expect(shown(name, why)).toHaveLength(1);
    expect(printed.join()).toContain('disputes over  wallet  540 days from the decision');
  });

  test.each([
    ['never submitted', 'new', 30, undefined],
    ['declined', 'declined', 90, undefined],
    ['disputes over', 'approved', 540, 'wallet'],
  ] as const)('"%s" ends a key that is %s after %i days and not before', async (rule, status, days, wizard) => {
    const { clientId, niceId, documentId, sealedKey } = await upload();
    const age = async (by: number) => {
      const at = new Date(context.clock.now().getTime() - by);
      await db.updateTable('documents').set({ createdAt: at, status }).where('documentId', '=', documentId).execute();
      await db
        .updateTable('verifications')
        .set({ decidedAt: at, ...(wizard !== undefined && { wizard, walletId: 'tok' }) })
        .where('clientId', '=', clientId)
        .execute();
      await sweepDocuments(context);
      return run(['destroyed', niceId], 'ann');
    };
    expect(await age(days * day - 60_000)).toBe('None.');
    const proof = await age(days * day + 60_000);
    expect(proof).toContain(`document ${documentId}  by the rule "${rule}"  ${hash(sealedKey)}`);
    expect(await context.providers.documentStore.get(documentId)).toBeUndefined();
  });

  test('what was approved to show who the client is outlives them all, until the account’s time is over', async () => {
    const { clientId, niceId, documentId, sealedKey } = await upload();
    const long = new Date(context.clock.now().getTime() - 4000 * day);
    await db
      .updateTable('documents')
      .set({ createdAt: long, status: 'approved' })
      .where('clientId', '=', clientId)
      .execute();
    await db.updateTable('verifications').set({ decidedAt: long }).where('clientId', '=', clientId).execute();
    await sweepDocuments(context);
    expect(await run(['destroyed', niceId], 'ann')).toBe('None.');
    const { sealed } = await db
      .selectFrom('clientKeys')
      .select('sealed')
      .where('clientId', '=', clientId)
      .executeTakeFirstOrThrow();
    await db.transaction().execute((trx) => endVerification(context, trx, clientId));
    await expect(run(['destroyed', niceId])).rejects.toThrow('--by');
    const proof = await run(['destroyed', niceId], 'ann');
    const looks = db.selectFrom('operatorActions').select(['operator', 'action']).where('subject', '=', niceId);
    expect((await looks.execute()).at(-1)).toEqual({ operator: 'ann', action: 'destroyed_read' });
    expect(proof).toContain(`document ${documentId}  by the rule "time over"  ${hash(sealedKey)}`);
    expect(proof).toContain(
      `the key of all that the client typed and showed  by the rule "time over"  ${hash(sealed)}`,
    );
  });

  test('a proof is found by its day, and a key is ended once', async () => {
    const today = context.clock.now().toISOString().slice(0, 10);
    const document = await upload();
    const end = () => db.transaction().execute((trx) => destroyDocumentKey(context, trx, document, 'dropped'));
    await end();
    await end();
    const ours = (await run(['destroyed-since', today]))
      .split('\n')
      .filter((line) => line.includes(document.documentId));
    expect(ours).toHaveLength(1);
    await expect(run(['destroyed-since', 'yesterday'])).rejects.toThrow('no day');
  });
});

describe('what a client agreed to', () => {
  test('is printed with its words for an operator by name, and the look is recorded', async () => {
    const { clientId, niceId, email } = await world.client();
    const save = (isOffers: boolean) =>
      saveSubscription(context, { clientId, language: 'en' }, { isNews: false, isOrderLetters: true, isOffers });
    await save(true);
    await save(false);
    await expect(run(['agreed', niceId])).rejects.toThrow('--by');
    const printed = (await run(['agreed', email.toUpperCase()], 'grace')).split('\n');
    expect(printed.map((line) => line.replace(/^\S+ {2}/, ''))).toEqual([
      `offers  agreed  -  en  ${hash('Offers and discounts')}  "Offers and discounts"`,
      `offers  withdrawn  -  en  ${hash('Offers and discounts')}  "Offers and discounts"`,
    ]);
    const looks = await db.selectFrom('operatorActions').select('operator').where('subject', '=', niceId).execute();
    expect(looks).toEqual([{ operator: 'grace' }]);
    await expect(run(['agreed', 'C000'], 'grace')).rejects.toThrow('There is no client C000.');
    await expect(run(['agreed'])).rejects.toThrow('retention');
  });
});
