import { allCalls } from '@causeway/contract/calls/all-calls';
import { isKeyed } from '@causeway/contract/define-call';
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createGate } from '../auth/create-gate.ts';
import { makePicture, openVerificationWorld } from '../verification/fixtures/verification-world.ts';

const world = await openVerificationWorld();
const jpeg = await makePicture('jpeg');
const texts = z.looseObject({
  id: z.string().default(''),
  token: z.string().default(''),
  key: z.string().default(''),
  state: z.string().default(''),
  device_name: z.string().default(''),
  wizard: z.string().default(''),
  document_type: z.string().default(''),
});

async function ask(path: string, access: string, fields: Readonly<Record<string, string>> = {}) {
  const { status, body } = await world.ask(path, access, fields);
  return { status, ...texts.parse(body), documents: body.documents };
}
const start = (access: string, fields: Readonly<Record<string, string>> = { wizard: 'identity' }) =>
  ask('/verification/handover/new', access, fields);
const open = (token: string) => ask('/verification/handover/open', '', { token, device_name: 'Pixel' });

async function phone(wizard = 'identity', level = 'basic') {
  const client = await world.client(level);
  const { id, token } = await start(client.access, { wizard });
  const { key } = await open(token);
  return { ...client, id, token, phone: `Handover ${key}` };
}
const front = { wizard: 'identity', document_type: 'id_card', type: 'front' };

describe('F9 a wizard goes on with a phone', () => {
  test('the phone sends the files of the wizard without a sign-in, and the page that waits sees them', async () => {
    const client = await world.client();
    const fields = { wizard: 'identity', is_draft: '1', document_type: 'id_card', document_date: '2020-02-03' };
    await world.ask('/verification/update', client.access, fields);
    const { id, token } = await start(client.access);
    const state = () => ask('/verification/handover', client.access, { id });
    expect(await state()).toMatchObject({ state: 'waiting', documents: [] });
    const { key } = await open(token);
    expect(await state()).toMatchObject({ state: 'open', device_name: 'Pixel' });
    const wizard = await world.ask('/verification/handover/wizard', `Handover ${key}`);
    expect(wizard.body).toMatchObject({ wizard: 'identity', document_type: 'id_card', is_locked: 0, documents: [] });
    // What the client typed besides stays with the client.
    expect(JSON.stringify(wizard.body)).not.toContain('2020-02-03');
    const sent = await world.upload(`Handover ${key}`, front, jpeg);
    expect(sent.body).toMatchObject({ success: 1, document: { type: 'front', status: 'new' } });
    expect((await state()).documents.map(({ type }) => type)).toEqual(['front']);
    expect((await ask('/verification/handover/done', `Handover ${key}`)).status).toBe(200);
    expect(await state()).toMatchObject({ state: 'done' });
    expect((await world.upload(`Handover ${key}`, { ...front, type: 'back' }, jpeg)).status).toBe(401);
  });

  test('a link opens once, for the first caller, and not after ten minutes', async () => {
    const { access } = await world.client();
    const { token } = await start(access);
    const all = await Promise.all(Array.from({ length: 8 }, () => open(token)));
    expect(all.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 404),
    ]);
    const late = await start(access);
    await age(late.id);
    expect((await open(late.token)).status).toBe(404);
    expect((await ask('/verification/handover', access, { id: late.id })).state).toBe('over');
  });

  test('a guessed link, and a key that is none, open nothing', async () => {
    expect((await open('A'.repeat(43))).status).toBe(404);
    for (const key of ['A'.repeat(43), 'x', 'null', '%00'])
      expect((await ask('/verification/handover/wizard', `Handover ${key}`)).status).toBe(401);
  });

  test('a new link ends the one before and the phone that opened it', async () => {
    const one = await phone();
    await start(one.access);
    expect((await ask('/verification/handover/wizard', one.phone)).status).toBe(401);
    expect((await ask('/verification/handover', one.access, { id: one.id })).status).toBe(404);
  });

  test('a key is over after its half hour, after the owner ends it, and with the session', async () => {
    const late = await phone();
    await age(late.id);
    expect((await world.upload(late.phone, front, jpeg)).status).toBe(401);
    const ended = await phone();
    expect((await ask('/verification/handover/end', ended.access, { id: ended.id })).status).toBe(200);
    expect((await world.upload(ended.phone, front, jpeg)).status).toBe(401);
    const out = await phone();
    await world.ask('/logout', out.access);
    expect((await world.upload(out.phone, front, jpeg)).status).toBe(401);
    expect(await world.context.db.selectFrom('documents').selectAll().execute()).toEqual(
      await world.context.db
        .selectFrom('documents')
        .selectAll()
        .where('clientId', 'not in', [late.clientId, ended.clientId, out.clientId])
        .execute(),
    );
  });

  test('a wizard that was sent for review, or takes no files, is not handed over and takes nothing more', async () => {
    const one = await phone('address', 'identity');
    await world.upload(one.access, { wizard: 'address', type: 'utility' }, jpeg);
    await world.ask('/verification/update', one.access, { wizard: 'address' });
    expect((await world.ask('/verification/handover/wizard', one.phone)).body).toMatchObject({ is_locked: 1 });
    expect((await world.upload(one.phone, { wizard: 'address', type: 'tax_return' }, jpeg)).codes).toEqual([
      ' WIZARD_LOCKED',
    ]);
    expect((await world.ask('/verification/handover/new', one.access, { wizard: 'address' })).codes).toEqual([
      ' WIZARD_LOCKED',
    ]);
    expect((await start(one.access, { wizard: 'basic' })).status).toBe(404);
    expect((await start(one.access, { wizard: 'wallet', wallet_id: 'of_another' })).status).toBe(404);
  });

  test('another wizard, another card and another client are out of reach', async () => {
    const one = await phone();
    expect((await world.upload(one.phone, { wizard: 'address', type: 'utility' }, jpeg)).status).toBe(404);
    expect((await world.upload(one.phone, { ...front, wallet_id: 'tok_x' }, jpeg)).status).toBe(404);
    const stranger = await world.client();
    expect((await ask('/verification/handover', stranger.access, { id: one.id })).status).toBe(404);
    expect((await ask('/verification/handover/end', stranger.access, { id: one.id })).status).toBe(404);
    expect((await ask('/verification/handover/wizard', one.phone)).status).toBe(200);
  });

  const others = allCalls.filter((call) => !isKeyed(call) && call.isHandedOver !== true);
  // These ask who it is only after something else was found wrong.
  test.each(others.filter(({ access }) => access === 'client').map(({ name }) => name))(
    'a key is nothing to %s',
    async (name) => {
      const call = others.find((candidate) => candidate.name === name);
      const one = await phone();
      const response = await world.api.inject({
        method: call?.method ?? 'GET',
        url: (call?.path ?? '').replace('{niceId}', 'CW0123456789ABCDEF').replace('{id}', randomUUID()),
        headers: { 'x-authorization': one.phone, 'x-requested-with': 'XMLHttpRequest' },
      });
      expect(response.statusCode).toBe(401);
    },
  );

  test('who may not be let in as a client is no client anywhere: the gate names a phone by itself', async () => {
    const one = await phone();
    const caller = await createGate(world.context).identify(one.phone);
    expect(caller).toMatchObject({ kind: 'phone', clientId: one.clientId, wizard: 'identity' });
    expect(caller).not.toHaveProperty('sessionId');
    for (const path of ['/onramp/client', '/onramp/config']) {
      const { statusCode } = await world.api.inject({ url: path, headers: { 'x-authorization': one.phone } });
      expect(statusCode).toBe(401);
    }
  });
});

/** Lets the time of a link or a key run out. */
async function age(handoverId: string): Promise<void> {
  const expiresAt = new Date(Date.now() - 1000);
  await world.context.db.updateTable('handovers').set({ expiresAt }).where('handoverId', '=', handoverId).execute();
}
