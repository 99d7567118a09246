import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createClamav } from '../../providers/virus-scanner/clamav.ts';
import { eicar, playClamd, type ClamdFault } from '../../providers/virus-scanner/fixtures/played-clamd.ts';
import { front, makePicture, openVerificationWorld } from './fixtures/verification-world.ts';

const clamd = await playClamd();
afterAll(() => clamd.close());
const world = await openVerificationWorld({ CLAMAV_ADDRESS: clamd.path });
const { context } = world;
const { db } = context;
const jpeg = await makePicture('jpeg');

beforeEach(() => {
  clamd.fault = undefined;
  clamd.scanned = [];
});

async function openAlarms(): Promise<string[]> {
  const rows = await db.selectFrom('alarms').select('kind').where('clearedAt', 'is', null).execute();
  return rows.map(({ kind }) => kind);
}

async function keptOf(clientId: string): Promise<number> {
  return (await db.selectFrom('documents').select('documentId').where('clientId', '=', clientId).execute()).length;
}

describe('C-23 a file is taken after the scanner has judged it', () => {
  test('as it came, and before it is encoded again', async () => {
    const { access } = await world.client();
    expect((await world.upload(access, front, jpeg)).codes).toEqual([]);
    expect(clamd.scanned).toEqual([jpeg.length]);
  });

  test('EICAR behind a picture is refused with the reason, and nothing is kept', async () => {
    const { access, clientId } = await world.client();
    const answer = await world.upload(access, front, Buffer.concat([jpeg, Buffer.from(eicar)]));
    expect([answer.status, answer.codes]).toEqual([200, ['file FILE_INFECTED']]);
    expect(answer.body.errors[0]?.text).toContain('virus');
    expect(await keptOf(clientId)).toBe(0);
  });

  test.each<ClamdFault>(['silent', 'closes', 'half', 'error', 'chatter', 'closes early'])(
    'by a scanner that is %s it is not taken now; an operator sees it, and what was there stays',
    async (fault) => {
      const { access, clientId } = await world.client();
      expect((await world.upload(access, front, jpeg)).codes).toEqual([]);
      const { virusScanner } = context.providers;
      context.providers.virusScanner = createClamav({ address: clamd.path, timeoutMs: 500 });
      clamd.fault = fault;
      try {
        const answer = await world.upload(access, front, jpeg);
        expect([answer.status, answer.codes]).toEqual([503, ['file TRY_LATER']]);
      } finally {
        context.providers.virusScanner = virusScanner;
      }
      expect(await openAlarms()).toEqual(['scanner_away']);
      expect(await keptOf(clientId)).toBe(1);
      clamd.fault = undefined;
      expect((await world.upload(access, front, jpeg)).codes).toEqual([]);
      expect(await openAlarms()).toEqual([]);
      const info = await world.ask('/verification/info', access, { wizard: 'identity' });
      expect(info.body.documents).toHaveLength(1);
    },
  );
});
