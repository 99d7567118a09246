import type { Call } from '@causeway/contract/define-call';
import { guessesOf, guessNames, rowOf, type GuessName } from '../budgets/guesses.ts';
import { reserveAttempt, type ReservedAttempt } from '../budgets/reserve-attempt.ts';
import type { AppContext, Caller } from '../context.ts';
import { Refusal } from '../errors.ts';

/** What is known of a parsed request. */
interface ReadRequest {
  request: unknown;
  identify(): Promise<Caller>;
}

type Handle<Answer> = () => Answer | Promise<Answer>;

/**
 * Counts each secret that a request tries before its handler may compare it, and gives the attempt back unless the
 * answer says that the secret was wrong. `undefined` for a call without secrets.
 */
export function countAttempts(
  context: AppContext,
  call: Call,
): (<Answer>(input: ReadRequest, handle: Handle<Answer>) => Promise<Answer>) | undefined {
  const rows = guessNames.filter((name) => rowOf(name).takenBy === 'binding');
  const carriers = rows.flatMap((name) =>
    rowOf(name)
      .fields.filter((field) => guessesOf(call, field).includes(name))
      .map((field) => ({ name, field })),
  );
  if (carriers.length === 0) return undefined;
  return async (input, handle) => {
    const tried = [...new Set(carriers.filter(({ field }) => isGiven(input.request, field)).map(({ name }) => name))];
    const taken: { name: GuessName; token: ReservedAttempt }[] = [];
    for (const name of tried) taken.push({ name, token: await reserveAttempt(context, name, await targetsOf(input)) });
    const settle = async (codes: ReadonlySet<string>) => {
      for (const { name, token } of taken)
        if (!rowOf(name).wrong.some((code) => codes.has(code))) await token.release();
    };
    try {
      const answer = await handle();
      await settle(codesOf(answer));
      return answer;
    } catch (error) {
      // A failed call may have compared the secret: that attempt stays counted.
      if (error instanceof Refusal) await settle(new Set(error.items.map(({ code }) => code)));
      throw error;
    }
  };
}

async function targetsOf(input: ReadRequest) {
  const caller = await input.identify();
  return caller.kind !== 'visitor' ? { client: caller.clientId } : {};
}

function isGiven(request: unknown, field: string): boolean {
  return readText(request, field) !== undefined;
}

function readText(of: unknown, name: string): string | undefined {
  if (typeof of !== 'object' || of === null || !(name in of)) return undefined;
  const value: unknown = Reflect.get(of, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function codesOf(answer: unknown): ReadonlySet<string> {
  if (typeof answer !== 'object' || answer === null || !('errors' in answer)) return new Set();
  const { errors } = answer;
  return new Set(Array.isArray(errors) ? errors.flatMap((item: unknown) => readText(item, 'code') ?? []) : []);
}
