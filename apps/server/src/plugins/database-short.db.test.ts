import { createTestDatabase } from '@causeway/testing/create-test-database';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../config/config.ts';
import type { AppContext } from '../context.ts';
import { createDatabase } from '../database/create-database.ts';
import { createLog } from '../log.ts';
import { createTexts } from '../modules/locales/create-texts.ts';
import { answerErrors } from './errors.ts';

const database = await createTestDatabase();
const log = createLog('silent');

function createApp(url: string) {
  const db = createDatabase(url, { poolSize: 2 });
  const app = Fastify();
  const context = z.custom<AppContext>(() => true).parse({ config: readConfig({}), db, log, texts: createTexts(log) });
  answerErrors(app, context);
  app.get('/read', async () => (await sql`select 1 as one`.execute(db)).rows);
  app.get('/write', async () => sql`create table written (id int)`.execute(db));
  app.get<{ Params: { code: string } }>('/fail/:code', async ({ params: { code } }) =>
    sql`do ${sql.lit(`begin raise 'it fails' using errcode = '${code}'; end`)}`.execute(db),
  );
  afterAll(async () => {
    await app.close();
    await db.destroy();
  });
  return app;
}

describe('a database that cannot do its work for now is answered by 503 with Retry-After', () => {
  test.each([
    ['its disk is full', '53100'],
    ['it is out of memory', '53200'],
    ['a limit of its settings is reached', '53400'],
    ['its files cannot be read or written', '58030'],
    ['it takes no writes', '25006'],
  ])('%s', async (_why, code) => {
    const answer = await createApp(database.url).inject(`/fail/${code}`);
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
    expect(answer.json()).toMatchObject({ success: 0, error: 'TRY_LATER' });
  });

  test('one that only reads is read, and works again when it writes', async () => {
    const reading = new URL(database.ownerUrl);
    reading.searchParams.set('options', '-cdefault_transaction_read_only=on');
    const app = createApp(reading.href);
    expect((await app.inject('/read')).statusCode).toBe(200);
    const refused = await app.inject('/write');
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);
    expect((await createApp(database.ownerUrl).inject('/write')).statusCode).toBe(200);
  });
});
