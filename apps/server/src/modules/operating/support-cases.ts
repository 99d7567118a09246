import { showOrderNumber } from '@causeway/domain/orders/order-number';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { OperatorFault, recordAction } from '../operators/record-action.ts';
import { judgeAddress, judgeOrder, showCaseNumber } from '../support/open-case.ts';

interface CaseRequest {
  /** As its client reads it out, in whatever spelling. */
  number: string;
  operator: string;
}

/** Messages to support that are open, those that wait longest first; what they say is read with a reason. */
export async function listSupportCases({ db }: Pick<AppContext, 'db'>): Promise<string[][]> {
  const rows = await openCases(db)
    .select(['supportCases.number', 'supportCases.language', 'supportCases.createdAt', 'orders.number as order'])
    .orderBy('supportCases.createdAt')
    .orderBy('supportCases.number')
    .execute();
  return rows.map(({ number, language, createdAt, order }) => [
    showCaseNumber(number),
    language,
    createdAt.toISOString(),
    order === null ? 'no order' : showOrderNumber(order),
  ]);
}

/** What one says, and where the answer goes, as lines of name and value. @throws OperatorFault */
export async function readSupportCase(
  context: AppContext,
  { number, operator, reason }: CaseRequest & { reason: string },
): Promise<string[][]> {
  if (reason.trim() === '') throw new OperatorFault('The reason is empty.');
  return context.db.transaction().execute(async (trx) => {
    const row = await findCase(trx, number);
    const subject = showCaseNumber(row.number);
    await recordAction(context, trx, { operator, action: 'support_read', subject, details: { reason } });
    return [
      ['from', row.email],
      ...(row.ownEmail === null ? [] : [['address', addresses[judgeAddress(row)]]]),
      ['client', row.client ?? 'a visitor'],
      ['order', row.niceId ?? 'none'],
      ...(row.niceId === null ? [] : [['whose order', orders[judgeOrder(row)]]]),
      ['language', row.language],
      ['message', row.message],
    ];
  });
}

const addresses = {
  own: 'the client’s own',
  unconfirmed: 'the client’s own, which nobody has confirmed',
  another: 'another',
  visitor: 'a visitor’s',
} as const;
const orders = { own: 'the client’s own', another: 'not known to be the writer’s' } as const;

/** Ends one that was answered. @throws OperatorFault */
export async function closeSupportCase(context: AppContext, { number, operator }: CaseRequest): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    const row = await findCase(trx, number);
    await trx
      .updateTable('supportCases')
      .set({ closedAt: context.clock.now(), closedBy: operator })
      .where('caseId', '=', row.caseId)
      .execute();
    await recordAction(context, trx, { operator, action: 'support_closed', subject: showCaseNumber(row.number) });
  });
}

function openCases(executor: Executor) {
  return executor
    .selectFrom('supportCases')
    .leftJoin('orders', 'orders.orderId', 'supportCases.orderId')
    .where('closedAt', 'is', null);
}

async function findCase(trx: Executor, text: string) {
  const number = text.toUpperCase().replace(/[^S\d]/g, '');
  const found = await openCases(trx)
    .leftJoin('clients', 'clients.clientId', 'supportCases.clientId')
    .select([
      'caseId',
      'supportCases.number',
      'supportCases.email',
      'supportCases.language',
      'message',
      'orders.niceId',
      'orders.clientId as orderClientId',
      'supportCases.clientId',
      'clients.niceId as client',
      'clients.email as ownEmail',
      'emailConfirmedAt',
    ])
    .where('supportCases.number', '=', number)
    .executeTakeFirst();
  if (found === undefined) throw new OperatorFault(`No open case has the number ${text}.`);
  return found;
}
