import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import {
  type AccountsPass,
  accountsChain,
  accountsPass,
  beginPass,
  differences,
  judgePass,
  readNextPage,
} from './compare-accounts.ts';
import { type Difference, isSameDifference } from './store.ts';

/** What is known after a run. */
interface AccountsFound {
  lasting: readonly Difference[];
  /** Whether the pass is whole: of an unfinished one nothing is known. */
  isKnown: boolean;
}

/**
 * Goes on with the comparison of the chain's accounts where the last run stopped, for so long at most. What two whole
 * passes have found alike is lasting: money on its way shows on one side first.
 */
export async function followAccounts(
  context: AppContext,
  { pauseMs, limitMs }: { pauseMs: number; limitMs: number },
): Promise<AccountsFound> {
  const startedAt = performance.now();
  const isOver = () => performance.now() - startedAt >= limitMs;
  const before = await readState(context);
  const first = await goOn(context, before, isOver);
  if (first === undefined) return { lasting: [], isKnown: false };
  const again = first.filter((found) => before.differences.some((seen) => isSameDifference(seen, found)));
  if (again.length === first.length) return { lasting: again, isKnown: true };
  await sleep(pauseMs);
  const second = await goOn(context, await readState(context), isOver);
  if (second === undefined) return { lasting: [], isKnown: false };
  const lasting = second.filter((found) => first.some((seen) => isSameDifference(seen, found)));
  return { lasting, isKnown: true };
}

interface State {
  pass: AccountsPass | undefined;
  step: bigint;
  differences: readonly Difference[];
}

/** @returns what the whole pass has found; `undefined` when the time was over, or another worker goes on with it */
async function goOn(context: AppContext, state: State, isOver: () => boolean): Promise<Difference[] | undefined> {
  let { step } = state;
  let now = state.pass === undefined || !(await isStillThere(context, state.pass)) ? undefined : state.pass;
  for (;;) {
    now = now === undefined ? await beginPass(context) : await readNextPage(context, now);
    // A block that a reorganisation has replaced makes the balances those of no chain.
    const isWhole = now.isRead && (await isStillThere(context, now));
    if (now.isRead && !isWhole) now = undefined;
    const found = now === undefined || !isWhole ? undefined : judgePass(now);
    if (!(await writeState(context, step, now, found))) return undefined;
    step += 1n;
    if (found !== undefined) return found;
    if (isOver()) return undefined;
  }
}

/** A pass starts again where its block is gone, or so old that the node may have lost its state. */
async function isStillThere({ providers }: AppContext, { height, hash }: AccountsPass): Promise<boolean> {
  if ((await providers.evm.getHeight()) - height > blocksMost) return false;
  return (await providers.evm.getHash(height)) === hash;
}

/** Nodes without an archive have the state of the last 128 blocks. */
const blocksMost = 120;

async function readState({ db, clock }: AppContext): Promise<State> {
  await db
    .insertInto('chainComparisons')
    .values({ chain: accountsChain, doneAt: clock.now() })
    .onConflict((conflict) => conflict.column('chain').doNothing())
    .execute();
  const row = await db
    .selectFrom('chainComparisons')
    .selectAll()
    .where('chain', '=', accountsChain)
    .executeTakeFirstOrThrow();
  return {
    pass: row.pass === null ? undefined : accountsPass.parse(row.pass),
    step: row.step,
    differences: differences.parse(row.differences),
  };
}

/** @returns false when another worker was faster */
async function writeState(
  { db, clock }: AppContext,
  step: bigint,
  now: AccountsPass | undefined,
  found: readonly Difference[] | undefined,
): Promise<boolean> {
  const isUnfinished = found === undefined && now !== undefined;
  const ended = found === undefined ? {} : { doneAt: clock.now(), differences: JSON.stringify(encodeAll(found)) };
  const { numUpdatedRows } = await db
    .updateTable('chainComparisons')
    .set({ pass: isUnfinished ? JSON.stringify(z.encode(accountsPass, now)) : null, step: step + 1n, ...ended })
    .where('chain', '=', accountsChain)
    .where('step', '=', step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

function encodeAll(found: readonly Difference[]): z.input<typeof differences> {
  return z.encode(
    differences,
    found.map(({ subject, ours, theirs }) => ({ subject, ours, theirs })),
  );
}
