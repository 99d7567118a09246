import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { ProviderError } from '../provider-error.ts';
import { startMailServer } from './fixtures/start-mail-server.ts';
import type { Mailer } from './port.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

const close: (() => void)[] = [];
afterEach(() => {
  for (const one of close.splice(0)) one();
});

const message = { id: 'letter-1', to: 'a@example.com', subject: 'Привіт', text: 'text', html: '<p>html</p>' };

/** A mail server and a mailer that sends to it. */
async function mailServer(recipientReply?: string, slow?: string, slowMs?: number) {
  const { url: SMTP_URL, ...server } = await startMailServer(recipientReply, slow);
  const options = { SMTP_URL, MAIL_FROM: 'Causeway <no-reply@example.com>', PUBLIC_URL: 'https://pay.example' };
  const mailer = createSmtpMailer(options, slowMs);
  close.push(() => {
    mailer.close();
    server.close();
  });
  return { mailer, ...server };
}

/** How the sending of an e-mail ends. */
const sendTo = (mailer: Mailer, to: string): Promise<string> =>
  mailer.send({ ...message, to }).then(
    () => 'sent',
    (error: unknown) => (error instanceof ProviderError ? error.code : 'failed'),
  );

describe('mail', () => {
  test('an e-mail goes with its Message-ID, as text and HTML', async () => {
    const { mailer, received } = await mailServer();
    await mailer.send(message);
    await mailer.send({ ...message, id: 'letter-2' });
    expect(received).toHaveLength(2);
    expect(received[0]).toContain('Message-ID: <letter-1@pay.example>');
    expect(received[0]).toContain('text/plain');
    expect(received[0]).toContain('text/html');
  });

  test('a mail server that takes its time with strangers’ addresses holds up no owner’s e-mail', async () => {
    const { mailer, received, held } = await mailServer('250 ok', 'slow.example');
    const strangers = Array.from({ length: 30 }, (_, index) =>
      mailer.send({ ...message, id: `slow-${index}`, to: 'x@slow.example', isToStranger: true }).catch(() => {}),
    );
    await expect.poll(() => held.length).toBeGreaterThan(3);
    await mailer.send(message);
    expect(received).toHaveLength(1);
    for (const socket of held) socket.destroy();
    mailer.close();
    await Promise.all(strangers);
  });

  test('a slow domain holds up no e-mail of another, has few connections once it was slow, and all when it is quick', async () => {
    const { mailer, held } = await mailServer('250 ok', 'slow@', 300);
    const send = (to: string) => sendTo(mailer, to);
    const burst = Array.from({ length: 8 }, () => send('slow@confirmed.example'));
    await expect.poll(() => held.length).toBe(5);
    expect(await send('a@example.com')).toBe('sent');
    // Whatever is written there: each name of it hangs.
    await expect.poll(() => send('b@Confirmed.example')).toBe('slow_domain');
    expect(await send('b@example.com')).toBe('sent');
    for (const socket of held) socket.write('451 try later\r\n');
    await Promise.all(burst);
    const more = [send('slow@confirmed.example'), send('slow@confirmed.example')];
    await expect.poll(() => held.length).toBe(7);
    expect(await send('slow@confirmed.example')).toBe('slow_domain');
    for (const socket of held.slice(5)) socket.write('451 try later\r\n');
    await Promise.all(more);
    const three = () => Promise.all(['c', 'd', 'e'].map((name) => send(`${name}@confirmed.example`)));
    await expect.poll(three).toEqual(['sent', 'sent', 'sent']);
  });

  test('many slow domains of one stranger leave places to those that were quick', async () => {
    const slowMs = 300;
    const { mailer, held } = await mailServer('250 ok', 'slow@', slowMs);
    const send = (to: string) => sendTo(mailer, to);
    const flood = () => Array.from({ length: 60 }, (_, index) => send(`slow@n${index % 20}.example`));
    /** Sent before the mail server has answered any of those that it holds. */
    const sendBeside = async (ends: readonly Promise<string>[], to: string) => {
      const ended: string[] = [];
      for (const end of ends) void end.then((how) => ended.push(how));
      expect(await send(to)).toBe('sent');
      expect(ended.filter((how) => how !== 'slow_domain')).toEqual([]);
    };
    const answer = async (ends: readonly Promise<string>[]) => {
      for (const socket of held.splice(0)) socket.write('451 try later\r\n');
      await Promise.all(ends);
    };
    await send('owner@example.com');
    const first = flood();
    await expect.poll(() => held.length).toBeGreaterThan(19);
    await sendBeside(first, 'owner@example.com');
    // Answered before, its domains would not be slow.
    await sleep(2 * slowMs);
    await answer(first);
    const second = flood();
    await expect.poll(() => held.length).toBe(10);
    await sendBeside(second, 'another@fresh.example');
    await answer(second);
    // Quick in between, they are no quick domains yet.
    for (let index = 0; index < 20; index += 1) await expect.poll(() => send(`x@n${index}.example`)).toBe('sent');
    const third = flood();
    await expect.poll(() => held.length).toBeGreaterThan(19);
    await sendBeside(third, 'owner@example.com');
    await answer(third);
  });

  test('the first e-mails to a domain are all sent, however many there are', async () => {
    const { mailer, received } = await mailServer();
    await Promise.all(Array.from({ length: 40 }, (_, index) => mailer.send({ ...message, id: `first-${index}` })));
    expect(received).toHaveLength(40);
  });

  test('a line break in a subject adds no header', async () => {
    const { mailer, received } = await mailServer();
    await mailer.send({ ...message, subject: 'x\r\nBcc: b@example.com' });
    expect(received[0]).not.toMatch(/^Bcc:/m);
  });

  test.each([
    ['550 no such user', 'refused'],
    ['451 try later', 'unknown'],
  ])('the reply %s is %s', async (reply, kind) => {
    const { mailer } = await mailServer(reply);
    const error: unknown = await mailer.send(message).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ProviderError);
    expect(error).toMatchObject({ kind });
  });

  test('a server that is not there is unreachable', async () => {
    const mailer = createSmtpMailer({
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'a@example.com',
      PUBLIC_URL: 'https://pay.example',
    });
    await expect(mailer.send(message)).rejects.toMatchObject({ kind: 'unreachable' });
    mailer.close();
  });
});
