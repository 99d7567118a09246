import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Refusal } from '../web/refusal.ts';
import { read } from '../web/read.ts';
import type { PayFirm } from './pay-firm.ts';
import type { Payment } from './payment.ts';

/** The payment that an address names. */
export function findPayment(firm: PayFirm, request: FastifyRequest): Payment {
  const payment = firm.acquirer.find(read(z.object({ id: z.string() }), request.params).id);
  if (payment === undefined) throw new Refusal(404, 'not_found', 'No such payment');
  return payment;
}
