import { randomUUID } from 'node:crypto';
import { createTestDatabase } from '@causeway/testing/create-test-database';
import { expect, test } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { createContext } from '../../create-context.ts';
import { bindJobs } from '../../jobs/bind-job.ts';
import { createJobQueue } from '../../jobs/create-job-queue.ts';
import { runJobs } from '../../jobs/run-jobs.ts';
import { createLog } from '../../log.ts';
import { startMailServer } from '../../providers/mail/fixtures/start-mail-server.ts';
import { sendEmailJob } from './jobs.ts';
import { queueEmail } from './queue-email.ts';
import { sendEmails } from './send-emails.ts';

/** More than go out together. */
const slowCount = 25;

test('law 5: a slow mail server holds up no e-mail of another domain, where an account has confirmed the address too', async () => {
  const mail = await startMailServer('250 ok', 'slow.example');
  const database = await createTestDatabase();
  const log = createLog('silent');
  const settings = { ROLE: 'web', LOG_LEVEL: 'silent', SANDBOX_URL: 'http://127.0.0.1:9', SMTP_URL: mail.url };
  const { context, stop } = await createContext(readConfig(settings), log, database.url);
  const worker = await createJobQueue({ url: database.url, log, isWorker: true, definitions: [] });
  // Of no part that anybody fills by typing an address: it is sent as to an owner.
  const queue = (recipient: string) =>
    queueEmail(context, context.db, {
      template: 'owner-code',
      parameters: { code: '482139', path: '/' },
      recipient,
      language: 'en',
      clientId: null,
      occasion: randomUUID(),
    });
  try {
    await runJobs(context, worker.boss, [
      bindJobs(sendEmailJob, async (given, payloads) => sendEmails(given, payloads)),
    ]);
    for (let count = 0; count < slowCount; count += 1) await queue(`client-${count}@slow.example`);
    await expect.poll(() => mail.held.length, { timeout: 90_000 }).toBeGreaterThan(0);
    await queue('owner@example.com');
    await expect.poll(() => mail.received.length, { timeout: 90_000 }).toBe(1);
    expect(mail.received[0]).toContain('owner@example.com');
  } finally {
    mail.close();
    await worker.stop();
    await stop();
  }
});
