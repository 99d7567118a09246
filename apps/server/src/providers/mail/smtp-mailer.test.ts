import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { ProviderError } from '../provider-error.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

const close: (() => void)[] = [];
afterEach(() => {
  for (const one of close.splice(0)) one();
});

const message = { id: 'letter-1', to: 'a@example.com', subject: 'Привіт', text: 'text', html: '<p>html</p>' };

/** A mail server that answers RCPT with the line given and keeps what it was sent. */
async function mailServer(recipientReply = '250 ok', slow = 'nobody.example') {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const held: Socket[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    let inData = false;
    let body = '';
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      const text = chunk.toString();
      if (inData) {
        body += text;
        if (!body.endsWith('\r\n.\r\n')) return;
        received.push(body);
        inData = false;
        socket.write('250 taken\r\n');
      } else if (text.startsWith('RCPT') && text.includes(slow)) held.push(socket);
      else if (text.startsWith('RCPT')) socket.write(`${recipientReply}\r\n`);
      else if (text.startsWith('DATA')) {
        inData = true;
        body = '';
        socket.write('354 go\r\n');
      } else socket.write('250 ok\r\n');
    });
    socket.on('error', () => {});
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const mailer = createSmtpMailer({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'Causeway <no-reply@example.com>',
    PUBLIC_URL: 'https://pay.example',
  });
  close.push(() => {
    mailer.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { mailer, received, held };
}

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
