import { allCalls } from '@causeway/contract/calls/all-calls';
import type { Call } from '@causeway/contract/define-call';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { guesses, guessesOf, guessNames, longSecrets, notGuessed, rowOf, codeLimits } from './guesses.ts';

const chanceMax = 2e-5;
/** Far more than the servers can answer. */
const floodPerHour = 1e9;
/** Names of fields that carry a secret. */
const secretName = /pass|code|token|coupon|refresh|quote|secret|key|uuid|proof|session|niceId|^id$|nonce|credential/i;
const described = z.looseObject({ properties: z.record(z.string(), z.unknown()).default({}) });

describe('law 5: every try is counted before it is looked at', () => {
  test.each(guessNames)('%s is guessed in an hour with a chance of at most 2e-5, or is chosen by a person', (name) => {
    const { hardness, tries, seconds, everybody, strained = 0, takenBy } = rowOf(name);
    const triesAnHour = tries * Math.ceil(3600 / seconds);
    if ('digits' in hardness)
      expect((triesAnHour * hardness.right) / 10 ** hardness.digits).toBeLessThanOrEqual(chanceMax);
    else if ('bits' in hardness)
      expect((triesAnHour * hardness.right) / 2 ** hardness.bits).toBeLessThanOrEqual(chanceMax);
    else expect(triesAnHour).toBeLessThanOrEqual(40);
    expect(everybody !== undefined || takenBy === 'second factor').toBe(true);
    // The shared limit never locks out a client who has not failed.
    if (everybody !== undefined) expect(strained > 0 && strained < tries).toBe(true);
  });

  test('the codes that are sent bring no more tries than that, to one client and to one address', () => {
    expect(codeLimits.codesPerHour * codeLimits.triesOfOne).toBeLessThanOrEqual(guesses.emailCode.tries);
    expect((codeLimits.codesPerTarget * codeLimits.triesOfOne) / 1e6).toBeLessThanOrEqual(chanceMax);
  });

  test.each(longSecrets)('$what: no flood helps', ({ bits, right }) => {
    expect((floodPerHour * right) / 2 ** bits).toBeLessThanOrEqual(chanceMax);
  });

  test.each(allCalls.map((call) => [call.name, call] as const))('%s takes no secret that has no row', (_name, call) => {
    const unknown = fieldsOf(call)
      .filter((field) => secretName.test(field))
      .filter((field) => guessesOf(call, field).length === 0 && !isLong(call, field))
      .filter((field) => notGuessed[field] === undefined && notGuessed[`${call.name}.${field}`] === undefined);
    expect(unknown).toEqual([]);
  });

  test('every row is of calls that there are, and of fields that they have', () => {
    for (const name of guessNames) {
      const { calls = [], fields } = rowOf(name);
      for (const called of calls) {
        const call = allCalls.find((candidate) => candidate.name === called);
        expect({
          name,
          called,
          has: call !== undefined && fields.some((field) => fieldsOf(call).includes(field)),
        }).toEqual({
          name,
          called,
          has: true,
        });
      }
    }
  });

  test('a new call of clients that asks for the password or a code is counted without a line of its own', () => {
    const call = { name: 'somethingNew', access: 'client' } as const;
    expect(guessesOf(call, 'password')).toEqual(['passwordAgain']);
    expect(guessesOf(call, 'code')).toEqual(['authenticatorCode']);
  });
});

function isLong(call: Call, field: string): boolean {
  return longSecrets.some(({ fields, calls }) => fields.includes(field) && (calls?.includes(call.name) ?? true));
}

function fieldsOf(call: Call): string[] {
  return [call.request, call.params].flatMap((schema) =>
    Object.keys(described.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).properties),
  );
}
