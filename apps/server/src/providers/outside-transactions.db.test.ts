import { readdir, readFile } from 'node:fs/promises';
import { createTestDatabase } from '@causeway/testing/create-test-database';
import { afterAll, describe, expect, test } from 'vitest';
import { createDatabase } from '../database/create-database.ts';
import { callProvider } from './call-provider.ts';
import { createSmtpMailer } from './mail/smtp-mailer.ts';

const { url } = await createTestDatabase();
const db = createDatabase(url, { poolSize: 1 });
afterAll(() => db.destroy());

/** Nothing listens there. */
const nowhere = 'http://127.0.0.1:9';
const message = { id: '1', to: 'a@example.com', subject: 's', text: 't', html: 'h' };

describe('no provider is called inside a transaction', () => {
  const options = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@example.com', PUBLIC_URL: nowhere };
  const mailer = createSmtpMailer(options);
  afterAll(() => mailer.close());
  const calls: [string, () => Promise<unknown>][] = [
    ['over HTTP', () => callProvider('bank', nowhere, {}, 1000)],
    ['by mail', () => mailer.send(message)],
  ];

  test.each(calls)('%s', async (_name, call) => {
    const refused = db.transaction().execute(() => call());
    await expect(refused).rejects.toThrow('inside of a transaction');
    await expect(call()).rejects.toMatchObject({ name: 'ProviderError' });
  });

  test('every file that reaches the network by a library refuses first', async () => {
    const root = new URL('../', import.meta.url);
    const files = (await readdir(root, { recursive: true })).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('fixtures/'),
    );
    const reaching =
      /from '(undici|nodemailer|@aws-sdk[^']*)'|request as requestHttp|createRemoteJWKSet|(?<![.\w])fetch\(/;
    const bare: string[] = [];
    let found = 0;
    for (const file of files) {
      const text = await readFile(new URL(file, root), 'utf8');
      if (!reaching.test(text)) continue;
      found += 1;
      if (!text.includes('refuseWithinTransaction(')) bare.push(file);
    }
    expect(found).toBeGreaterThan(3);
    expect(bare).toEqual([]);
  });
});
