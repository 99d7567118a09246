import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { firstKey, playKms, type KmsFault } from '../../providers/key-vault/fixtures/played-kms.ts';
import { createKmsVault } from '../../providers/key-vault/kms-vault.ts';
import { front, makePicture, openVerificationWorld } from './fixtures/verification-world.ts';

const played = await playKms();
afterAll(() => played.close());
beforeEach(() => {
  played.fault = undefined;
});
const world = await openVerificationWorld({
  DOCUMENT_KEYS: 'kms',
  KMS_KEY: firstKey,
  KMS_ENDPOINT: played.settings.endpoint ?? '',
  KMS_ACCESS_KEY_ID: 'AKIAPLAYED',
  KMS_SECRET_KEY: 'played',
});
const { context } = world;
const { db } = context;
const jpeg = await makePicture('jpeg');
context.providers.keyVault = createKmsVault({ ...played.settings, timeoutMs: 500 });

const openAlarms = async () =>
  (await db.selectFrom('alarms').select('kind').where('clearedAt', 'is', null).execute()).map(({ kind }) => kind);

describe('C-23 the master key is in a key service', () => {
  test('which opens the key of the client, and no process keeps it', async () => {
    const { access, clientId } = await world.client();
    expect((await world.upload(access, front, jpeg)).status).toBe(200);
    const { sealed } = await db
      .selectFrom('clientKeys')
      .select('sealed')
      .where('clientId', '=', clientId)
      .executeTakeFirstOrThrow();
    expect(sealed.startsWith('kms.')).toBe(true);
  });

  test.each<KmsFault>(['hangs', 'fails', 'half', 'drops the answer'])(
    'that %s: nothing is kept, the client is asked to try later, an alarm is open, and it ends by itself',
    async (fault) => {
      const { access } = await world.client();
      const first = (await world.upload(access, front, jpeg)).body.document?.id ?? '';
      played.fault = fault;
      const refused = await world.upload(access, front, jpeg);
      expect([refused.status, refused.body.errors.map(({ code }) => code)]).toEqual([503, ['TRY_LATER']]);
      expect(await openAlarms()).toEqual(['key_service_away']);
      played.fault = undefined;
      const { documents } = (await world.ask('/verification/info', access, { wizard: 'identity' })).body;
      expect(documents.map(({ id }) => id)).toEqual([first]);
      expect((await world.upload(access, front, jpeg)).status).toBe(200);
      expect(await openAlarms()).toEqual([]);
    },
  );
});
