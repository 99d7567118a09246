import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AcquirerError } from './acquirer-error.ts';
import { parse } from './parse.ts';
import type { PayFirm } from './pay-firm.ts';
import type { Payment } from './payment.ts';

/** The payment that an address names. */
export function findPayment(firm: PayFirm, request: FastifyRequest): Payment {
  const payment = firm.acquirer.find(parse(z.object({ id: z.string() }), request.params).id);
  if (payment === undefined) throw new AcquirerError(404, 'not_found', 'No such payment');
  return payment;
}
