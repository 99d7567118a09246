import type { AppContext } from '../../context.ts';
import type { Attachment } from '../../providers/mail/port.ts';
import type { AttachedEmail } from '../emails/send-emails.ts';
import { readOrder } from '../orders/read-order.ts';
import { receiptName, writeReceipt } from './write-receipt.ts';

/**
 * The receipt that goes with the last e-mail of an order, as C-87 gives it. It names the account by the e-mail's own
 * address alone: typing a client's address reveals no name. A merchant's order is the shop's to receipt.
 */
export async function attachReceipt(
  context: AppContext,
  { template, parameters, clientId, recipient, language }: AttachedEmail,
): Promise<readonly Attachment[]> {
  const { niceId } = parameters;
  if (template !== 'order-finished' || clientId === null || niceId === undefined) return [];
  const order = await readOrder(context, { niceId }, { kind: 'client', clientId, sessionId: '' });
  if (order.isClientRole !== 1 || order.isMerchant === 1 || order.status !== 'finished') return [];
  const content = await writeReceipt(context, order, { holder: recipient, language });
  return [{ filename: receiptName(order), contentType: 'application/pdf', content }];
}
