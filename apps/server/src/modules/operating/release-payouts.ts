import { createHash } from 'node:crypto';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { paths } from '../../ledger/paths.ts';
import { type ChainName, isChain } from '../../config/config-chains.ts';
import { chainFacts, chainSettings } from '../../providers/chain-settings.ts';
import { type Posting, postEntry } from '../../ledger/entry.ts';
import { outbidForgotten } from '../chain-payouts/account-chain.ts';
import { failOvertakenPayout } from '../chain-payouts/follow-payout.ts';
import { bringForgottenBack } from '../chain-payouts/utxo/bump-fee.ts';
import { failConflicting, listConflicting } from '../chain-payouts/utxo/store.ts';
import { findPaidTwice, findUnread, type HeldNow, readHoldsNow } from '../chain-wallets/agree-with-chain.ts';
import { adoptAttempt, findOvertaken, isSameMovement } from '../chain-wallets/own-spends.ts';
import { readNextNonce, walletAddress } from '../chain-wallets/wallets.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { isDecided, lockDecision } from '../forgotten-payments/forgotten-payment.ts';
import { gone as goneBy, listHolds, releaseHolds, type PayoutHold } from '../payout-holds/store.ts';
import { askSecondPerson, countSpent, listPaid, listPlanned } from '../operators/second-person.ts';
import { OperatorFault, recordAction } from '../operators/record-action.ts';
import { requireUnpaid } from './forgotten/book-forgotten.ts';

interface Release {
  chain: string;
  operator: string;
  own: string;
  /** Orders that what went to their address was not sent for, and transactions that are not waited for. */
  although?: readonly string[];
}

/**
 * Releases the payouts of a chain, a bank or an acquirer. What it sent without the books is booked as the operator's
 * own first; an order that was paid so has to be settled by hand before, and a client who spent a balance has to be
 * named by `bookForgotten`. The operator says how many of the rest the house has sent: none is overlooked.
 *
 * @throws OperatorFault where nothing is held, an order was paid already, one waits for its blocks, or the number is
 *   another; ProviderError while the node cannot be asked
 */
export async function releasePayouts(
  context: AppContext,
  { chain, operator, own, although = [] }: Release,
): Promise<string | undefined> {
  await requireRead(context, chain);
  const seen = await readHoldsNow(context, chain);
  const named = seen.filter(({ now, subject }) => now?.isOurs === true && although.includes(subject));
  if (named.length > 0) return replaceNamed(context, named, { chain, operator, own, although });
  const nonce = isChain(chain) ? await readNextNonce(context, chain) : undefined;
  return context.db.transaction().execute(async (trx) => {
    await lockDecision(trx, chain);
    const { holds, gone, strangers } = await sortSeen(trx, { chain, seen, although });
    // Who settles an order by hand with one of them decides before this or after it.
    for (const { subject } of holds) await lockDecision(trx, subject);
    const moves = await listMoves(trx, chain, holds);
    await requireOwners(context, trx, holds, { own, although });
    const subject = [chain, own, nameHolds(holds), ...although].join(' ');
    const asked = await askSecondPerson(context, trx, { operator, command: 'release-chain', subject, moves });
    if (asked !== undefined) return asked;
    await forgetGone(context, trx, chain, gone);
    for (const hold of holds.filter(({ reason }) => reason === 'unknown_spend')) await bookSpend(context, trx, hold);
    if (isChain(chain) && nonce !== undefined)
      await trx
        .updateTable('accountNonces')
        .set((row) => ({ nextNonce: row.fn('greatest', ['nextNonce', row.val(BigInt(nonce))]) }))
        .where('address', '=', walletAddress(context.config, chain))
        .execute();
    const released = [...holds, ...strangers];
    await releaseHolds(context, trx, { chain, holdIds: released.map(({ holdId }) => holdId), by: operator });
    const details = { subjects: released.map((hold) => hold.subject).join(' '), although: although.join(' ') };
    await recordAction(context, trx, { operator, action: 'payouts_released', subject: chain, details });
    return undefined;
  });
}

/**
 * What was sent since the copy may not be known yet: by a chain, bank or acquirer, or for money that came at a time.
 *
 * @throws OperatorFault; ProviderError while one of them cannot be asked
 */
export async function requireRead(context: AppContext, of: string | Date): Promise<void> {
  const unread = await findUnread(context, of);
  if (unread === undefined) return;
  throw new OperatorFault(`${unread} is not read to its end yet, and may have paid out more: give this again.`);
}

/**
 * The holds as the chain has them now, and those whose transaction will never be in a block.
 *
 * @throws OperatorFault where nothing is held, or one of them still waits: its fee is not known, and it may never come
 */
async function sortSeen(
  trx: Executor,
  { chain, seen, although }: { chain: string; seen: readonly HeldNow[]; although: readonly string[] },
) {
  const ids = new Set((await listHolds(trx, chain)).map(({ holdId }) => holdId));
  if (ids.size === 0) throw new OperatorFault(`No pay-outs on ${chain || 'a chain without a name'} are held.`);
  const open = seen.filter(({ holdId }) => ids.has(holdId));
  if (open.length < ids.size)
    throw new OperatorFault(`More was found on ${chain} just now: look at chain-holds again.`);
  const waiting = open.filter(({ now }) => now?.confirmations === 0);
  const strangers: HeldNow[] = [];
  for (const hold of waiting)
    if (hold.now?.isOurs === false && although.includes(hold.subject) && !(await isDecided(trx, hold)))
      strangers.push(hold);
  const rest = waiting.filter((hold) => !strangers.includes(hold)).map(({ subject }) => subject);
  if (rest.length > 0)
    throw new OperatorFault(
      `In no block yet: ${rest.join(' ')}. Give release-chain again once they are. --although <transaction> lets a ` +
        'payment of a stranger be, and replaces a pay-out of the wallet by what moves nothing away.',
    );
  const isGone = ({ now }: HeldNow) => now === undefined;
  const holds = open.filter((hold) => !isGone(hold) && !strangers.includes(hold));
  return { holds, gone: open.filter(isGone), strangers };
}

/** A second person is asked first. What spends another one's change goes with it. @returns what replaces them */
async function replaceNamed(
  context: AppContext,
  named: readonly HeldNow[],
  { chain, operator, own, although = [] }: Release,
): Promise<string> {
  const subject = [chain, own, nameHolds(named), ...although].join(' ');
  const release = { operator, command: 'release-chain', subject, moves: listPaid(named) };
  const asked = await context.db.transaction().execute((trx) => askSecondPerson(context, trx, release));
  if (asked !== undefined) return asked;
  const replaced: string[] = [];
  const replace = isChain(chain) && chainFacts[chain].kind === 'accounts' ? outbidForgotten : bringForgottenBack;
  const names = new Set(named.map((hold) => hold.subject));
  for (const hold of named.filter(({ details }) => !details.inputs.some(({ txid }) => names.has(txid)))) {
    const action = { operator, action: 'payout_replaced', subject: hold.subject } as const;
    const record = (txid: string) => recordAction(context, context.db, { ...action, details: { txid } });
    replaced.push(await replace(context, hold, record));
  }
  return `${replaced.join(' ')}: brings its coins back to the wallet. Give release-chain again once it is in a block.`;
}

/** A person who decided with what will never be in a block has to look again: nothing was paid by it. */
async function forgetGone(context: AppContext, trx: Executor, chain: string, gone: readonly PayoutHold[]) {
  const details = { reason: 'decided with by a person, and never in a block' };
  for (const hold of gone)
    if (await isDecided(trx, hold))
      await raiseAlarm(context, trx, { kind: 'payout_conflict', subject: hold.subject, details });
  await releaseHolds(context, trx, { chain, holdIds: gone.map(({ holdId }) => holdId), by: goneBy });
}

/**
 * What has used the number or the coins of a payout of the books ends it: only where no reorganisation brings that
 * payout's bytes back.
 */
async function requireSettled(context: AppContext, trx: Executor, hold: HeldNow, isEnded: boolean): Promise<void> {
  const { chain, subject, now } = hold;
  if (!isChain(chain)) return;
  const [has, needs] = [now?.confirmations ?? 0, chainSettings(context.config, chain).settledConfirmations];
  if (has >= needs || !(isEnded || (await listConflicting(trx, hold)).length > 0)) return;
  throw new OperatorFault(
    `${subject} ends a pay-out of the books and has ${has} of ${needs} confirmations: release-chain once it has them.`,
  );
}

/** Both people decide about the same holds, however many: what is found between them is another decision. */
function nameHolds(holds: readonly PayoutHold[]): string {
  const names = holds.map(({ reason, subject }) => `${reason} ${subject}`).toSorted();
  return createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 16);
}

/** What was sent without the books and is booked as the operator's own, and what goes out now. */
async function listMoves(trx: Executor, chain: string, holds: readonly PayoutHold[]) {
  return [...listPaid(holds.filter(({ reason }) => reason === 'unknown_spend')), ...(await listPlanned(trx, chain))];
}

/**
 * A client who spent a balance after the copy has it again: what was sent is of an order that was settled by hand, of
 * a client who was named, or of the house. What used the number of a signed payout and moved the same is that payout.
 */
async function requireOwners(
  context: AppContext,
  trx: Executor,
  holds: readonly HeldNow[],
  { own, although }: { own: string; although: readonly string[] },
): Promise<void> {
  const rest: string[] = [];
  for (const hold of holds.filter(({ reason }) => reason === 'unknown_spend')) {
    const overtaken = await findOvertaken(context, trx, hold);
    if (overtaken !== undefined && isSameMovement(overtaken, hold)) continue;
    await requireUnpaid(trx, hold, although);
    await requireSettled(context, trx, hold, overtaken !== undefined);
    // A number of the wallet alone has moved nothing: its transaction is held too.
    if (hold.details.payments.length === 0 || (await isDecided(trx, hold))) continue;
    const twice = await findPaidTwice(trx, hold);
    const why = twice && ` (to the address of ${twice.order}, which ${twice.paidBy} has paid)`;
    rest.push(`${hold.subject}${why ?? ''}`);
  }
  if (own !== String(rest.length))
    throw new OperatorFault(
      `${rest.length} of them belong to no client: ${rest.join(' ')}. book-forgotten names who spent a balance for one; ` +
        `where all of the rest are the house's, release with their number: ${rest.length}.`,
    );
}

const listSpent = { outputs: claimOutputs, accounts: listLeft };

/** @param reference of its entry: the order whose money at an acquirer it is, where it is in the books */
export async function bookSpend(
  context: AppContext,
  trx: Executor,
  hold: PayoutHold,
  reference = hold.subject,
): Promise<void> {
  const { chain, subject } = hold;
  const details = (await isDecided(trx, hold)) ? undefined : await findPaidTwice(trx, hold);
  if (details !== undefined) await raiseAlarm(context, trx, { kind: 'payout_conflict', subject, details });
  const postings = isChain(chain)
    ? await listSpent[chainFacts[chain].kind](context, trx, chain, hold)
    : listSent(context, hold);
  if (postings.length === 0) return;
  const sent = postings.filter(({ from }) => from === paths.treasury);
  await countSpent(context, trx, chain, sent);
  await postEntry(trx, context, {
    kind: 'outside_spend',
    reference,
    idempotencyKey: `outside_spend:${chain}:${subject}`,
    postings,
  });
}

/** Its inputs are no longer the wallet's, and its change is. */
async function claimOutputs(
  context: AppContext,
  trx: Executor,
  chain: ChainName,
  hold: PayoutHold,
): Promise<Posting[]> {
  const { subject, details } = hold;
  await failConflicting(context, trx, hold);
  let left = 0n;
  for (const { txid, outputIndex } of details.inputs) {
    const taken = await trx
      .deleteFrom('walletOutputs')
      .where('chain', '=', chain)
      .where('txid', '=', txid)
      .where('outputIndex', '=', outputIndex)
      .where('spentByPayoutId', 'is', null)
      .returning('amount')
      .executeTakeFirst();
    left += taken?.amount ?? 0n;
  }
  const address = walletAddress(context.config, chain);
  for (const { place, amount: text } of details.payments.filter((one) => one.address === address)) {
    const amount = BigInt(text);
    const row = { chain, txid: subject, outputIndex: place, amount, createdAt: context.clock.now() };
    const kept = await trx
      .insertInto('walletOutputs')
      .values({ ...row, origin: 'change', isSpendable: true })
      .onConflict((conflict) => conflict.columns(['chain', 'txid', 'outputIndex']).doNothing())
      .returning('txid')
      .executeTakeFirst();
    if (kept !== undefined) left -= amount;
  }
  return left === 0n ? [] : [moved(chain, left, chainFacts[chain].coin)];
}

/** What left our addresses, and the fee if the chain shows it; of a payout that is followed from here on nothing. */
async function listLeft(context: AppContext, trx: Executor, chain: ChainName, hold: PayoutHold): Promise<Posting[]> {
  const { subject, details } = hold;
  const overtaken = await findOvertaken(context, trx, hold);
  if (overtaken !== undefined && isSameMovement(overtaken, hold)) {
    await adoptAttempt(context, trx, overtaken, subject);
    return [];
  }
  if (overtaken !== undefined) await failOvertakenPayout(context, trx, overtaken, subject);
  const postings: Posting[] = [];
  for (const { address, currency, amount } of details.payments) {
    const own = await trx
      .selectFrom('depositAddresses')
      .select('addressId')
      .where('chain', '=', chain)
      .where('address', '=', address)
      .executeTakeFirst();
    if (own === undefined && address !== walletAddress(context.config, chain) && currency !== '')
      postings.push(moved(chain, BigInt(amount), currency));
  }
  const [fee, world] = [BigInt(details.fee), paths.worldChain(chain)];
  if (fee > 0n) postings.push({ from: paths.networkExpense, to: world, amount: fee, currency: chainFacts[chain].coin });
  return postings;
}

/** What a bank or an acquirer has paid. */
function listSent({ providers }: AppContext, { chain, details }: PayoutHold): Posting[] {
  const world = chain === providers.bank.name ? paths.worldBank(chain) : paths.worldCard(chain);
  return details.payments
    .filter(({ currency }) => currency !== '')
    .map(({ amount, currency }) => ({ from: paths.treasury, to: world, amount: BigInt(amount), currency }));
}

function moved(chain: string, amount: bigint, currency: string): Posting {
  const [treasury, world] = [paths.treasury, paths.worldChain(chain)];
  return amount > 0n
    ? { from: treasury, to: world, amount, currency }
    : { from: world, to: treasury, amount: -amount, currency };
}
