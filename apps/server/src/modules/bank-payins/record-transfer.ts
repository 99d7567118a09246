import { createHash } from 'node:crypto';
import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { findOrderNumbers } from '@causeway/domain/orders/order-number';
import { parseAmount } from '@causeway/domain/money/parse-amount';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { paths } from '../../ledger/paths.ts';
import { postEntry } from '../../ledger/entry.ts';
import { newUuid } from '../../new-uuid.ts';
import type { Bank, BankTransfer } from '../../providers/bank/port.ts';
import type { SanctionsHit } from '../../providers/sanctions/port.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { keepUnreadable, settleUnreadable } from '../alarms/unreadable-reports.ts';
import { creditTransfersJob, depositTransferJob } from './jobs.ts';
import { bookPassedThrough } from './outside-returns.ts';
import type { TransferRow } from './store.ts';

/** More than the database holds of any currency. */
const tooMuch = 10n ** 38n;
/** Time for a person to find the money's owner. */
const returnAfterMs = 7 * 24 * 3600 * 1000;

const named = z.looseObject({ id: z.string().min(1).max(200) });

/** The id by which a person finds a line of the bank's list, whatever else it contains. */
export function reportId(body: unknown): string {
  return named.safeParse(body).data?.id ?? createHash('sha256').update(JSON.stringify(body)).digest('hex');
}

/**
 * Records a transfer, once. One that belongs to an order is queued to be credited; one without an order is set aside,
 * with an alarm, and is returned automatically after a week. One that cannot be parsed (an unknown currency, an invalid
 * amount) is stored as received, with an alarm: a later version may parse it. What the bank has returned already is no
 * money in hand: only the rest counts. One whose sender is on a list of sanctioned people is set aside until a person
 * decides, and its order waits on as if nothing had come: neither a return nor a text may warn the sender.
 */
export async function recordTransfer(context: AppContext, body: unknown): Promise<void> {
  const { bank } = context.providers;
  const report = { source: bank.name, outsideId: reportId(body) };
  const outside = readWhole(bank, body);
  if ('fault' in outside) return keepUnreadable(context, context.db, { ...report, body, reason: outside.fault });
  const [hit] = await context.providers.sanctions.find(outside.senderName);
  await context.db.transaction().execute(async (trx) => {
    await settleUnreadable(context, trx, report);
    const { orderId, depositorId }: Owner = hit === undefined ? await findOwner(trx, outside) : {};
    const returnAfter =
      orderId === undefined && hit === undefined ? new Date(context.clock.now().getTime() + returnAfterMs) : null;
    const transfer = await insert(context, trx, outside, { orderId, returnAfter });
    if (transfer === undefined) return;
    if (outside.returned > 0n) await bookPassedThrough(context, trx, transfer, outside.returned);
    if (transfer.status === 'returned') return;
    if (orderId === undefined) await keepAside(context, trx, transfer, { hit, isAwaited: depositorId !== undefined });
    if (depositorId !== undefined)
      await context.jobs.enqueue(trx, depositTransferJob, { transferId: transfer.transferId, clientId: depositorId });
    if (orderId !== undefined)
      await context.jobs.enqueue(trx, creditTransfersJob, { orderId }, { singletonKey: orderId });
  });
}

interface ReadTransfer extends BankTransfer {
  units: bigint;
  /** What the bank has returned of it already: a restored database records old transfers again. */
  returned: bigint;
}

function readWhole(bank: Bank, body: unknown): ReadTransfer | { fault: string } {
  const outside = bank.readTransfer(body);
  if ('fault' in outside) return outside;
  const { amount, returnedAmount, currency } = outside;
  const known = findCurrency(currency);
  if (known === undefined) return { fault: `The currency ${currency} is none of ours.` };
  const units = parseAmount(amount, known.precision);
  if (units === undefined || units === 0n || units >= tooMuch)
    return { fault: `${amount} is no amount of ${currency}.` };
  const returned = parseAmount(returnedAmount, known.precision);
  if (returned === undefined || returned > units)
    return { fault: `${returnedAmount} cannot be returned of ${amount}.` };
  return { ...outside, units, returned };
}

/** Whose a transfer is: an order's, or that of a client who fills the balance. */
interface Owner {
  orderId?: string | undefined;
  depositorId?: string | undefined;
}

/**
 * What a reference names goes before the account number that the money came to. Where both name somebody, and not the
 * same, it belongs to no order.
 */
async function findOwner(trx: Executor, transfer: BankTransfer): Promise<Owner> {
  const { orderId, isNamed } = await findOrderOf(trx, transfer);
  const depositor = await findDepositor(trx, transfer);
  if (depositor === 'unclear') return {};
  if (depositor === undefined || (isNamed && !depositor.isNamed)) return { orderId };
  return orderId === undefined && !isNamed ? { depositorId: depositor.clientId } : {};
}

/** The client whose own reference or account number a transfer names (C-93). */
export async function findDepositor(
  trx: Executor,
  { iban, reference }: Pick<BankTransfer, 'iban' | 'reference'>,
): Promise<{ clientId: string; isNamed: boolean } | 'unclear' | undefined> {
  const numbers = findOrderNumbers(reference);
  const rows = await trx
    .selectFrom('depositReferences')
    .select(['clientId', 'number', 'iban'])
    .where((where) =>
      where.or([where('iban', '=', iban), ...(numbers.length > 0 ? [where('number', 'in', numbers)] : [])]),
    )
    .execute();
  const [row, another] = rows;
  if (row === undefined) return undefined;
  return another === undefined ? { clientId: row.clientId, isNamed: numbers.includes(row.number) } : 'unclear';
}

async function findOrderOf(
  trx: Executor,
  { iban, reference }: BankTransfer,
): Promise<{ orderId: string | undefined; isNamed: boolean }> {
  const ids = readReference(reference);
  const numbers = findOrderNumbers(reference);
  const awaited = trx.selectFrom('bankRequisites').innerJoin('orders', 'orders.orderId', 'bankRequisites.orderId');
  const named =
    ids.length + numbers.length === 0
      ? []
      : await awaited
          .select('orders.orderId')
          .where((where) =>
            where.or([
              ...(ids.length > 0 ? [where('orders.niceId', 'in', ids)] : []),
              ...(numbers.length > 0 ? [where('orders.number', 'in', numbers)] : []),
            ]),
          )
          .execute();
  const addressed = await awaited.select('orders.orderId').where('bankRequisites.iban', '=', iban).executeTakeFirst();
  const byReference = named.map(({ orderId }) => orderId);
  return { orderId: matchTransfer({ byReference, byIban: addressed?.orderId }), isNamed: named.length > 0 };
}

async function insert(
  context: AppContext,
  trx: Executor,
  outside: ReadTransfer,
  { orderId, returnAfter }: { orderId: string | undefined; returnAfter: Date | null },
): Promise<TransferRow | undefined> {
  const { id, iban, reference, currency, senderName, senderIban, bookedAt, units: amount, returned } = outside;
  const now = context.clock.now();
  return trx
    .insertInto('bankTransfers')
    .values({
      transferId: newUuid(context),
      bank: context.providers.bank.name,
      outsideId: id,
      iban,
      reference,
      amount,
      currency,
      senderName,
      senderIban,
      bookedAt,
      orderId: orderId ?? null,
      status: returned === amount ? 'returned' : orderId === undefined ? 'unplaced' : 'matched',
      returnedOutside: returned,
      returnAfter,
      createdAt: now,
    })
    .onConflict((conflict) => conflict.columns(['bank', 'outsideId']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

async function keepAside(
  context: AppContext,
  trx: Executor,
  transfer: TransferRow,
  { hit, isAwaited }: { hit: SanctionsHit | undefined; isAwaited: boolean },
): Promise<void> {
  const { transferId, bank, outsideId, currency } = transfer;
  const amount = transfer.amount - transfer.returnedOutside;
  await postEntry(trx, context, {
    kind: 'bank_unplaced',
    reference: transferId,
    idempotencyKey: `bank_unplaced:${transferId}`,
    postings: [{ from: paths.worldBank(bank), to: paths.unplaced(bank), amount, currency }],
  });
  if (isAwaited) return;
  const details = { transferId, ...(hit !== undefined && { list: hit.list }) };
  const kind = hit === undefined ? 'transfer_unplaced' : 'sanctions_hit';
  await raiseAlarm(context, trx, { kind, subject: outsideId, details });
}

/**
 * Long ids of orders that a reference can mean, as people and banks write them: spaces, dashes, case, O for 0, I or L
 * for 1. Requisites from before there were numbers of 8 digits carry them.
 */
export function readReference(text: string): string[] {
  const plain = text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  return [...plain.matchAll(/(?=CW([A-Z0-9]{16}))/g)].map(
    ([, number = '']) => `CW${number.replaceAll('O', '0').replaceAll(/[IL]/g, '1')}`,
  );
}

/** What is known about the order of a transfer. */
interface TransferHints {
  /** Orders that the reference names. */
  byReference: readonly string[];
  /** Order that the account number was made for. */
  byIban: string | undefined;
}

/**
 * The order of a transfer: the one its reference names, or else the one its account number was made for. No order when
 * the two name different ones: guessing would give one client's money to another.
 */
export function matchTransfer({ byReference, byIban }: TransferHints): string | undefined {
  const [named, another] = byReference;
  if (another !== undefined) return undefined;
  if (named === undefined) return byIban;
  return byIban === undefined || byIban === named ? named : undefined;
}
