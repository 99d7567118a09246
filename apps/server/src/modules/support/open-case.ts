import type { Language } from '@causeway/domain/languages/languages';
import { showOrderNumber } from '@causeway/domain/orders/order-number';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { Refusal } from '../../errors.ts';
import { newUuid } from '../../new-uuid.ts';
import { queueEmail } from '../emails/queue-email.ts';

export interface CaseRequest {
  /** The caller; a visitor has none. */
  clientId: string | undefined;
  message: string;
  email?: string | undefined;
  niceId?: string | undefined;
  language: Language;
}

/**
 * Keeps a message to support as a case, and sends it to the support address where that is an e-mail address.
 *
 * @returns the number of the case, and where the answer goes
 * @throws Refusal REQUIRED where no address for the answer is known
 */
export async function openCase(
  context: AppContext,
  { clientId, message, email, niceId, language }: CaseRequest,
): Promise<{ number: string; email: string }> {
  const writer = clientId === undefined ? undefined : await findWriter(context.db, clientId);
  const answerTo = email ?? writer?.ownEmail ?? undefined;
  if (answerTo === undefined) throw new Refusal({ code: 'REQUIRED', field: 'email' });
  const recipient = supportAddress(context.config.SUPPORT_URL);
  return context.db.transaction().execute(async (trx) => {
    const order = niceId === undefined ? undefined : await findOrder(trx, niceId);
    const caseId = newUuid(context);
    const number = await insertCase(context, trx, {
      caseId,
      clientId: clientId ?? null,
      orderId: order?.orderId ?? null,
      email: answerTo,
      language,
      message: message.trim(),
      createdAt: context.clock.now(),
    });
    if (recipient !== undefined)
      await queueEmail(context, trx, {
        template: 'support-case',
        parameters: {
          case: showCaseNumber(number),
          from: answerTo,
          writer: judgeAddress({ email: answerTo, ownEmail: null, emailConfirmedAt: null, ...writer }),
          order: order === undefined ? 'none' : judgeOrder({ orderClientId: order.clientId, clientId }),
          message: message.trim(),
          ...(order && { niceId: order.niceId, number: showOrderNumber(order.number) }),
          path: order === undefined ? '/' : `/order-status/${order.niceId}`,
        },
        recipient,
        // The operator's.
        language: 'en',
        clientId: null,
        occasion: `support-case:${caseId}`,
        // A client whose address is confirmed is not crowded out by visitors and accounts that cost nothing.
        isOfStranger: (writer?.emailConfirmedAt ?? null) === null,
      });
    return { number: showCaseNumber(number), email: answerTo };
  });
}

/**
 * Whose the address is that the answer goes to: one that is not confirmed proves no owner, and a visitor may have typed
 * anybody's.
 */
export function judgeAddress({
  email,
  ownEmail,
  emailConfirmedAt,
}: {
  email: string;
  /** Of the account that is signed in, if there is one. */
  ownEmail: string | null;
  emailConfirmedAt: Date | null;
}): 'visitor' | 'own' | 'unconfirmed' | 'another' {
  if (ownEmail === null) return 'visitor';
  if (email !== ownEmail) return 'another';
  return emailConfirmedAt === null ? 'unconfirmed' : 'own';
}

/** Whether the order is known to be the writer's: anybody who knows its number can name it. */
export function judgeOrder({
  orderClientId,
  clientId,
}: {
  orderClientId: string | null;
  clientId: string | null | undefined;
}): 'own' | 'another' {
  return orderClientId !== null && orderClientId === clientId ? 'own' : 'another';
}

/** As people read it: `S-4821 3907`. */
export function showCaseNumber(number: string): string {
  return `${number.slice(0, 1)}-${number.slice(1, 5)} ${number.slice(5)}`;
}

/** The address of a `mailto:` link; another kind of link has none. */
export function supportAddress(url: string): string | undefined {
  return /^mailto:([^?]+)/.exec(url)?.[1];
}

function findWriter(executor: Executor, clientId: string) {
  return executor
    .selectFrom('clients')
    .select(['email as ownEmail', 'emailConfirmedAt'])
    .where('clientId', '=', clientId)
    .executeTakeFirst();
}

function findOrder(executor: Executor, niceId: string) {
  return executor
    .selectFrom('orders')
    .select(['orderId', 'niceId', 'number', 'clientId'])
    .where('niceId', '=', niceId)
    .executeTakeFirst();
}

interface NewCase {
  caseId: string;
  clientId: string | null;
  orderId: string | null;
  email: string;
  language: string;
  message: string;
  createdAt: Date;
}

const tries = 20;

async function insertCase({ random }: Pick<AppContext, 'random'>, trx: Executor, row: NewCase): Promise<string> {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const drawn = new DataView(Uint8Array.from(random.bytes(4)).buffer).getUint32(0) % 100_000_000;
    const number = `S${String(drawn).padStart(8, '0')}`;
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('supportCases')
      .values({ ...row, number })
      .onConflict((conflict) => conflict.column('number').doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 1n) return number;
  }
  throw new Error('No number of a case is free.');
}
