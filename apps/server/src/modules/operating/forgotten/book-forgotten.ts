import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { formatUnits } from '@causeway/domain/currencies/format-units';
import { parseAmount } from '@causeway/domain/money/parse-amount';
import { finalStatuses } from '@causeway/domain/orders/order-status';
import type { AppContext } from '../../../context.ts';
import type { Executor } from '../../../database/db.ts';
import { readBalance } from '../../../ledger/balances.ts';
import { postEntry } from '../../../ledger/entry.ts';
import { paths } from '../../../ledger/paths.ts';
import { isChain } from '../../../config/config-chains.ts';
import { spellTxid } from '../../../providers/chain-settings.ts';
import { type UnsentOrder, listUnsentTo } from '../../chain-payouts/store.ts';
import { findOvertaken, isSameMovement } from '../../chain-wallets/own-spends.ts';
import { isDecided, listOwnSpends, lockDecision } from '../../forgotten-payments/forgotten-payment.ts';
import { OperatorFault, recordAction } from '../../operators/record-action.ts';
import { askSecondPerson } from '../../operators/second-person.ts';
import { listHolds, type PayoutHold } from '../../payout-holds/store.ts';

/**
 * Takes from a client's balance what the client spent in an order that a restore forgot, so that it is not spent again.
 * What it was spent for has left already: it is booked when its hold is released, or was booked as the house's then.
 *
 * @param typed chain, subject of its hold, client, amount and currency given for it, orders that it was not sent for
 * @throws OperatorFault where no such payout is held, it was decided already, or the balance has less
 */
export async function bookForgotten(context: AppContext, operator: string, typed: readonly string[]): Promise<string> {
  const given = typed.map((text) => spellTxid(typed[0] ?? '', text));
  const [chain = '', subject = '', client = '', text = '', currency = '', ...although] = given;
  const known = findCurrency(currency);
  const amount = known && parseAmount(text, known.precision);
  if (amount === undefined || amount <= 0n) throw new OperatorFault(`${text} ${currency} is no amount.`);
  return context.db.transaction().execute(async (trx) => {
    await lockDecision(trx, subject);
    const spends = [...(await listHolds(trx, chain)), ...(await listOwnSpends(trx))];
    const hold = spends.find((it) => it.chain === chain && it.reason === 'unknown_spend' && it.subject === subject);
    if (hold === undefined) throw new OperatorFault(`No ${subject} is held on ${chain}: chain-holds lists them.`);
    const row = trx.selectFrom('clients').select('niceId').where('niceId', '=', client).forUpdate();
    if ((await row.executeTakeFirst()) === undefined) throw new OperatorFault(`There is no client ${client}.`);
    const overtaken = await findOvertaken(context, trx, hold);
    if (overtaken !== undefined && isSameMovement(overtaken, hold))
      throw new OperatorFault(`${subject} is a pay-out of the books: release-chain follows it.`);
    await requireUnpaid(trx, hold, although);
    if (await isDecided(trx, hold)) throw new OperatorFault(`${subject} was decided already.`);
    const has = await readBalance(trx, paths.client(client), currency);
    if (has < amount)
      throw new OperatorFault(`${client} has ${formatUnits(has, currency)} ${currency} on the balance.`);
    const release = { operator, command: 'book-forgotten', subject: given.join(' '), moves: [{ amount, currency }] };
    const asked = await askSecondPerson(context, trx, release);
    if (asked !== undefined) return asked;
    await postEntry(trx, context, {
      kind: 'forgotten_order',
      reference: client,
      idempotencyKey: `forgotten_order:${chain}:${subject}`,
      postings: [{ from: paths.client(client), to: paths.treasury, amount, currency }],
    });
    const details = { chain, proof: subject, amount: amount.toString(), currency, although: although.join(' ') };
    await recordAction(context, trx, { operator, action: 'forgotten_booked', subject: client, details });
    return `${text} ${currency} of ${client} are the house's. What it was spent for is booked with its release.`;
  });
}

/**
 * Coins sent to an order's destination were most likely that order's, at the price of that time, also where the copy
 * has it unpaid: a person confirms it by settling the order by hand with the transaction as its proof, or says that
 * they were sent for another one. So it is with an order whose signed bytes are in no block any more, as others have
 * spent its coins.
 *
 * @param although orders that it was not sent for, as a person says
 */
export async function requireUnpaid(trx: Executor, hold: PayoutHold, although: readonly string[] = []): Promise<void> {
  if (await isDecided(trx, hold)) return;
  const { chain, subject, details } = hold;
  if (!isChain(chain)) return requireEnded(trx, hold);
  for (const payment of details.payments) {
    const open = (await listUnsentTo(trx, chain, payment)).find(({ niceId }) => !although.includes(niceId));
    if (open === undefined) continue;
    const others = await listOthersTo(trx, hold, payment);
    const rest = others.length === 0 ? '' : 'One of them has paid it, and what else went there is of <own>. ';
    throw new OperatorFault(
      `${[subject, ...others].join(' and ')} went to the address of ${open.niceId}` +
        `${describeNext(open, subject)}, then release-chain. ${rest}` +
        `Where it was sent for another order: --although ${open.niceId}.`,
    );
  }
}

/** What else holds the chain, went to an address and is undecided. */
async function listOthersTo(trx: Executor, { chain, subject }: PayoutHold, to: Payment): Promise<string[]> {
  const isTo = ({ details: { payments } }: PayoutHold) =>
    payments.some(({ address, currency }) => address === to.address && currency === to.currency);
  const others = (await listHolds(trx, chain)).filter((one) => one.subject !== subject && isTo(one));
  const decided = await Promise.all(others.map((one) => isDecided(trx, one)));
  return others.filter((_one, at) => decided[at] === false).map((one) => one.subject);
}

type Payment = PayoutHold['details']['payments'][number];

function describeNext(order: UnsentOrder, subject: string): string {
  const { niceId, payoutId, heldAt, decisionKind, payinDeadline } = order;
  const byHand = `by-hand ${niceId} ${subject}`;
  if (payoutId !== null) return `: ${byHand}`;
  if (heldAt !== null || decisionKind !== '') return `, which holds its money: release ${niceId}, ${byHand}`;
  const waits = `, which waits for its payment or its client, until ${payinDeadline.toISOString()} without money`;
  return `${waits}: once paid for ${byHand}, once ended book-forgotten where a client spent a balance`;
}

/** An order under way comes to its payout, which the provider is asked for before it is sent: then it is booked so. */
async function requireEnded(trx: Executor, { subject, details }: PayoutHold): Promise<void> {
  const niceIds = details.payments.map(({ address }) => address);
  const orders = trx.selectFrom('orders').select('niceId').where('niceId', 'in', niceIds);
  const open = await orders.where('status', 'not in', finalStatuses).executeTakeFirst();
  if (open !== undefined)
    throw new OperatorFault(`${subject} is of ${open.niceId}, which is under way: wait until it has ended.`);
}
