import { allCalls } from '@causeway/contract/calls/all-calls';
import type { Call } from '@causeway/contract/define-call';
import { encodeForm } from '@causeway/contract/wire/encode-form';
import { toSnakeCase } from '@causeway/contract/wire/names';
import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { guessesOf, rowOf, type GuessName } from '../budgets/guesses.ts';
import { askAddress, done } from './fixtures/ends.ts';
import { openAttackWorld, type Victim } from './fixtures/open-attack-world.ts';

const attack = await openAttackWorld();
const at = 40;
type Fields = Readonly<Record<string, string>>;

/** Every field of every call that takes a short secret. */
const cells = allCalls.flatMap((call) =>
  namesOf(call).flatMap((field) =>
    guessesOf(call, field).map((guess) => ({ call, field, guess, cell: `${call.name} ${field}` })),
  ),
);
/** What is no guess: the key was drawn for the caller, who has read it. */
const knownToCaller = ['enableTwoFactor code'];

const newPassword = { new_password: 'a lamp in the attic', new_password_repeat: 'a lamp in the attic' };
/** What a call asks before it compares a secret. */
const asked: Readonly<Record<string, () => Fields>> = {
  keepDestination: () => ({ iban: 'DE89370400440532013000', beneficiary_account: 'Ada Lovelace' }),
  setDestinationWait: () => ({ is_on: '0' }),
  sendEmailCode: () => ({ email: `${randomBytes(6).toString('hex')}@example.com` }),
  sendPhoneCode: () => ({ phone: '+442079460958' }),
  deleteAccount: () => ({ is_agree: '1' }),
  changePassword: () => newPassword,
  removePasskey: () => ({ id: randomUUID() }),
  enableTwoFactor: () => ({ key: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', code: '000000' }),
  getBiometricToken: () => ({ device_id: 'thief' }),
  createOrder: () => ({ is_agree_rate: '1', is_agree_name: '1', is_floating_rate: '1' }),
};

/** What the thief has besides: all but the secret that is tried. */
const arranged: Readonly<Record<GuessName, (victim: Victim, call: Call, field: string) => Promise<Fields>>> = {
  password: async ({ email }) => ({ email, is_agree_terms: '1' }),
  passwordAgain: async (victim, { name }) => (name === 'sendPhoneCode' ? havePhone(victim) : {}),
  signinCode: async ({ email }) => ({ uuid: String((await done(attack.call('/signin/code/new', { email })))['uuid']) }),
  emailCode: async (victim, call) => {
    const email = `new-${victim.email}`;
    if (call.name === 'checkEmailCode') await askAddress(attack, victim, email);
    else await attack.call('/send_email_confirmation_link', { email, password: victim.password }, victim.device.access);
    return { email, password: victim.password };
  },
  phoneCode: async ({ password, device }) => {
    const phone = `+447400${String(Date.now()).slice(-6)}`;
    await done(attack.call('/verification/phone/send_code', { phone, password }, device.access));
    return { phone };
  },
  orderCode: async (victim) => ({ uuid: (await attack.orderFromBalance(victim)).uuid }),
  authenticatorCode: async (victim, call, field) => {
    if (field === 'proofCode') await attack.addPasskey(victim);
    else await attack.addAuthenticator(victim);
    const { email, password } = victim;
    const shown = { email, password, old_password: password };
    if (call.name === 'sendPhoneCode') return { ...shown, ...(await havePhone(victim)) };
    if (call.name === 'approveOrder') return { ...shown, ...(await orderOf(victim)) };
    if (call.name !== 'signInByCode') return shown;
    const { uuid } = await done(attack.call('/signin/code/new', { email }));
    return { uuid: String(uuid), code: await attack.read(email, /\b\d{6}\b/, 'It works once, for 10 minutes') };
  },
  coupon: async () => ({}),
};

async function orderOf(victim: Victim): Promise<Fields> {
  const { uuid, code } = await attack.orderFromBalance(victim);
  return { uuid, code };
}

/** Only another number than a confirmed one takes the owner's proof. */
async function havePhone({ clientId }: Victim): Promise<Fields> {
  const clients = attack.context.db.updateTable('clients').set({
    phone: `+4915${randomBytes(4).readUInt32BE()}`,
    phoneConfirmedAt: attack.context.clock.now(),
  });
  await clients.where('clientId', '=', clientId).execute();
  return {};
}

function namesOf({ request, params }: Call): string[] {
  return [request, params].flatMap((schema) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []));
}

const seen = z.looseObject({
  success: z.number().optional(),
  errors: z.array(z.looseObject({ code: z.string() })).default([]),
});
const example = z.record(z.string(), z.json());

async function send(call: Call, fields: Fields, access: string | undefined) {
  const form = encodeForm(example.parse(call.example ?? {}));
  const own = new Set(namesOf(call).map(toSnakeCase));
  for (const [name, value] of Object.entries(fields)) if (own.has(name)) form.set(name, value);
  if (call.captcha !== undefined) form.set('g-recaptcha-response', randomBytes(9).toString('hex'));
  const isRead = call.method === 'GET';
  const answer = await attack.app.inject({
    method: call.method,
    url: isRead ? `${call.path}?${form.toString()}` : call.path,
    headers: {
      'x-requested-with': 'XMLHttpRequest',
      ...(access !== undefined && { 'x-authorization': `Bearer ${access}` }),
      ...(!isRead && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(!isRead && { payload: form.toString() }),
  });
  const body = seen.parse(answer.json());
  return { status: answer.statusCode, codes: body.errors.map(({ code }) => code) };
}

describe('counted before, not after: every secret at every call that takes it', () => {
  test.each(cells.filter(({ cell }) => !knownToCaller.includes(cell)))(
    '$cell: of 40 tries at once no more are looked at than its table says',
    { timeout: 60_000 },
    async ({ call, field, guess }) => {
      const victim = await attack.register();
      const { wrong, tries } = rowOf(guess);
      const given = { ...asked[call.name]?.(), ...(await arranged[guess](victim, call, field)) };
      const access = guess === 'coupon' || call.access === 'client' ? victim.device.access : undefined;
      const guessOf = (index: number) => {
        const text =
          guess === 'coupon' || field.toLowerCase().includes('password')
            ? `wrong guess ${index}`
            : `00000${index % 10}`;
        return send(call, { ...given, [toSnakeCase(field)]: text }, access);
      };
      const answers = await Promise.all(Array.from({ length: at }, (_, index) => guessOf(index)));
      const looked = answers.filter(({ status, codes }) =>
        guess === 'coupon' ? status !== 429 : codes.some((code) => wrong.some((one) => one === code)),
      );
      const said = JSON.stringify(answers.slice(0, 3));
      expect(looked.length, said).toBeGreaterThan(0);
      expect(looked.length, said).toBeLessThanOrEqual(tries);
      // A further one is refused, whatever it says.
      const [last] = [await guessOf(7)];
      expect(
        last.codes.some((code) => wrong.some((one) => one === code)) && guess !== 'coupon',
        JSON.stringify(last),
      ).toBe(false);
    },
  );
});
