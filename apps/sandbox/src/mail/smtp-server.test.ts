import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startSandbox } from '../start-sandbox.ts';
import type { RunningSandbox } from '../start-sandbox.ts';
import { createClient } from '../testing/test-client.ts';
import { findCode } from './inbox.ts';

let sandbox: RunningSandbox;
let client: ReturnType<typeof createClient>;

beforeAll(async () => {
  sandbox = await startSandbox();
  client = createClient(sandbox);
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  await client.control('/reset');
});

const plain = ['Subject: Your code', '', 'Your code is 482913.'];

/** Speaks SMTP by hand; returns the reply to each line, "closed" where the connection was cut. */
async function sendMail(to: string, lines: string[]): Promise<string[]> {
  const socket = connect(sandbox.smtpPort, '127.0.0.1');
  const replies = createInterface({ input: socket })[Symbol.asyncIterator]();
  const hear = async (): Promise<string> => {
    for (;;) {
      const { value, done } = await replies.next();
      if (done) return 'closed';
      if (/^\d{3} /.test(value)) return value;
    }
  };
  const heard = [await hear()];
  for (const line of [
    'EHLO product',
    'MAIL FROM:<no-reply@example.com>',
    `RCPT TO:<${to}>`,
    'DATA',
    `${lines.join('\r\n')}\r\n.`,
  ]) {
    socket.write(`${line}\r\n`);
    heard.push(await hear());
  }
  socket.end();
  if (!socket.closed) await once(socket, 'close');
  return heard;
}

const inbox = async (to: string) => (await client.look(`/inbox?to=${encodeURIComponent(to)}`))['messages'];

describe('mail', () => {
  test('arrives in the inbox with its code', async () => {
    expect((await sendMail('Sam@example.com', plain)).at(-1)).toMatch(/^250 /);
    expect(await inbox('sam@example.com')).toMatchObject([
      {
        kind: 'mail',
        to: 'Sam@example.com',
        subject: 'Your code',
        text: 'Your code is 482913.\n',
        code: '482913',
        at: expect.any(Number),
      },
    ]);
    expect(await inbox('other@example.com')).toEqual([]);
  });

  test('newest comes first, HTML mail is read as text, other alphabets survive', async () => {
    await sendMail('sam@example.com', plain);
    const html = Buffer.from('<style>p{color:#123456}</style><p>Ваш код <b>771204</b></p>').toString('base64');
    await sendMail('sam@example.com', [
      'Subject: =?utf-8?B?0JrQvtC0?=',
      'MIME-Version: 1.0',
      'Content-Type: text/html; charset=utf-8',
      'Content-Transfer-Encoding: base64',
      '',
      html,
    ]);
    expect(await inbox('sam@example.com')).toMatchObject([
      { subject: 'Код', text: expect.stringContaining('Ваш код'), code: '771204' },
      { code: '482913' },
    ]);
  });

  test.each([
    ['reject', /^550 /, 0],
    ['error', /^451 /, 0],
    ['duplicate', /^250 /, 2],
    ['drop_answer', /closed/, 1],
  ])('fault %s', async (fault, reply, messages) => {
    await client.control('/faults', { provider: 'mail', fault });
    expect((await sendMail('sam@example.com', plain)).at(-1)).toMatch(reply);
    expect(await inbox('sam@example.com')).toHaveLength(messages);
    expect((await sendMail('sam@example.com', plain)).at(-1)).toMatch(/^250 /);
  });

  test('a late mail arrives after its delay', async () => {
    await client.control('/faults', { provider: 'mail', fault: 'late', delay_ms: 300 });
    await sendMail('sam@example.com', plain);
    expect(await inbox('sam@example.com')).toEqual([]);
    await expect.poll(() => inbox('sam@example.com')).toHaveLength(1);
  });

  test('a sender that dies in the middle of a mail leaves nothing, and the server goes on', async () => {
    const dying = connect(sandbox.smtpPort, '127.0.0.1');
    const lines = ['EHLO product', 'MAIL FROM:<a@example.com>', 'RCPT TO:<sam@example.com>', 'DATA', 'Subject: half'];
    for await (const reply of createInterface({ input: dying })) {
      if (/^\d{3} /.test(reply)) dying.write(`${lines.shift()}\r\n`);
      if (lines.length === 0) break;
    }
    dying.destroy();
    if (!dying.closed) await once(dying, 'close');
    expect((await sendMail('sam@example.com', plain)).at(-1)).toMatch(/^250 /);
    expect(await inbox('sam@example.com')).toHaveLength(1);
  });
});

describe('code in a message', () => {
  test.each([
    ['Your code is 123456.', '123456'],
    ['Order 1234567, code 654321', '654321'],
    ['No code: 12345', null],
    ['+491701234567', null],
    ['https://shop.example/order-status/CW7Q482139NV4T8K1X, 0.123456 BTC, 7f482139-02', null],
  ])('%s', (text, code) => {
    expect(findCode(text)).toBe(code);
  });
});

describe('SMS gateway', () => {
  const send = (body: unknown, key = 'sk_sandbox_sms_key') =>
    client.call('POST', '/sms/v1/messages', body, { authorization: `Bearer ${key}` });
  const message = { to: '+491701234567', text: 'Code 220011' };

  test('delivers to the inbox', async () => {
    expect(await send(message)).toMatchObject({ status: 201, body: { status: 'sent' } });
    expect(await inbox('+491701234567')).toMatchObject([{ kind: 'sms', code: '220011' }]);
  });

  test('refuses a wrong key, a wrong number and an empty text', async () => {
    expect((await send(message, 'x')).status).toBe(401);
    expect((await send({ ...message, to: '0170' })).status).toBe(400);
    expect((await send({ ...message, text: '' })).status).toBe(400);
    expect(await inbox('+491701234567')).toEqual([]);
  });

  test('drop_answer delivers and cuts the line, error does nothing', async () => {
    await client.control('/faults', { provider: 'sms', fault: 'error' });
    expect((await send(message)).status).toBe(500);
    await client.control('/faults', { provider: 'sms', fault: 'drop_answer' });
    await expect(send(message)).rejects.toThrow('fetch failed');
    expect(await inbox('+491701234567')).toHaveLength(1);
  });
});
