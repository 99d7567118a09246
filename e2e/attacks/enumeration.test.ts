import { runSql } from '@causeway/testing/run-sql';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  anyAddress,
  captcha,
  codeOf,
  inTurns,
  isLong,
  newEmail,
  password,
  post,
  register,
  stack,
  readCode,
  sandbox,
  type Answer,
  type Victim,
} from './attacker.ts';
import { rankSamples } from './rank-samples.ts';

const samples = isLong ? 300 : 10;
/** Fewer than the attempts that an e-mail address has. */
const perAddress = 8;
const addresses = Math.ceil((samples + 1) / perAddress);
/** Four times the deviation that chance gives for so many samples. */
const tolerance = 4 * Math.sqrt((2 * samples + 1) / (12 * samples * samples));

const known: string[] = [];
const unknown = Array.from({ length: addresses }, newEmail);
beforeAll(async () => {
  const clients = await inTurns(addresses, 2, () => register());
  known.push(...clients.map(({ email }) => email));
});

/** Requests another e-mail address with the password and the code that goes to the present one. */
async function askWithCode(email: string, { access, email: present }: Victim): Promise<Answer> {
  // As if the hour of a code's validity had passed: the next one may be requested.
  const targets = `'${email}', '${present}'`;
  await runSql(
    stack.database,
    `update confirmation_codes set created_at = created_at - interval '2 hours', expires_at = expires_at - interval '2 hours'
      where target in (${targets}); delete from counted_tries; delete from rate_limits`,
  );
  const ask = (code: Readonly<Record<string, string>>) =>
    post('/send_email_confirmation_link', { email, password, ...code }, { access, from: anyAddress() });
  const sent = (await sandbox.inbox(present)).filter(({ code }) => code).length;
  expect(codeOf(await ask({}))).toBe('EMAIL_CODE_REQUIRED');
  return ask({ code: await readCode(present, sent) });
}

type Ask = (email: string, token: Readonly<Record<string, string>>) => Promise<Answer>;

/** Calls both kinds in turn, so that anything that slows the machine slows both. */
async function compare(name: string, action: string | undefined, ask: Ask): Promise<readonly [Answer, Answer]> {
  const times = { known: [] as number[], unknown: [] as number[] };
  let last: Answer[] = [];
  for (let index = 0; index <= samples; index += 1) {
    const at = Math.floor(index / perAddress);
    const pair = [
      ['known', known[at] ?? ''],
      ['unknown', unknown[at] ?? ''],
    ] as const;
    last = [];
    // The order changes from round to round.
    for (const [kind, email] of index % 2 === 0 ? pair : pair.toReversed()) {
      const answer = await ask(email, action === undefined ? {} : await captcha(action));
      last[kind === 'known' ? 0 : 1] = answer;
      // The first round warms up.
      if (index > 0) times[kind].push(answer.took);
    }
  }
  const { auc, medianDifference } = rankSamples(times.unknown, times.known);
  process.stdout.write(
    `${name}: ${samples} + ${samples} samples, AUC ${auc.toFixed(3)}, medians ${medianDifference.toFixed(2)} ms apart\n`,
  );
  // A few samples on a busy machine prove nothing; they are for the long form.
  if (isLong) expect(Math.abs(auc - 0.5), `${name}: AUC ${auc}`).toBeLessThan(tolerance);
  const [one, other] = last;
  if (one === undefined || other === undefined) throw new Error('There was no answer.');
  return [one, other];
}

/** What an answer reveals, without the request's number, which always differs. */
function seenIn({ status, text }: Answer) {
  return [status, text.replace(/"request_id":"[^"]*"/, '')];
}

describe('A-063 whether an address has an account is shown by no text, no status and no time', () => {
  test('C-07 by signing in', async () => {
    const [one, other] = await compare('sign-in', 'signin', (email, token) =>
      post('/signin', { email, password: 'wrong horse battery', ...token }, { from: anyAddress() }),
    );
    expect(seenIn(one)).toEqual(seenIn(other));
  });

  test('C-08 by asking for a new password', async () => {
    const [one, other] = await compare('recovery', 'recovery', async (email, token) => {
      // As if the hour of the earlier links were over.
      await runSql(stack.database, 'delete from counted_tries');
      return post('/password/recovery', { email, ...token }, { from: anyAddress() });
    });
    expect(seenIn(one)).toEqual(seenIn(other));
  });

  test('C-13 by asking for another e-mail: the second time, when no password is hashed', async () => {
    const askers = new Map<string, Victim>();
    for (const email of [...known, ...unknown]) {
      const asker = await register({ isConfirmed: true });
      askers.set(email, asker);
      expect(codeOf(await askWithCode(email, asker))).toBe('success');
    }
    const [one, other] = await compare('another e-mail', undefined, async (email) => {
      const asker = askers.get(email);
      if (asker === undefined) throw new Error(`No caller asks for ${email}.`);
      return askWithCode(email, asker);
    });
    expect(codeOf(one)).toBe('success');
    expect(seenIn(one)).toEqual(seenIn(other));
  });

  test('C-06 by registering without the consent that it needs, or with a password that is too short', async () => {
    const incomplete: Readonly<Record<string, string>>[] = [
      { password: 'long enough' },
      { password: 'short', is_agree_terms: '1' },
    ];
    for (const form of incomplete) {
      const [one, other] = await compare('refused registration', 'signup', (email, token) =>
        post('/signup', { email, ...form, ...token }, { from: anyAddress() }),
      );
      expect([one.status, one.text.replace(/"request_id":"[^"]*"/, '')]).toEqual([
        other.status,
        other.text.replace(/"request_id":"[^"]*"/, ''),
      ]);
    }
  });
});
