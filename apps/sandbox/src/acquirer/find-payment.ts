import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { FirmError } from '../web/firm-error.ts';
import { parse } from './parse.ts';
import type { PayFirm } from './pay-firm.ts';
import type { Payment } from './payment.ts';

/** The payment that an address names. */
export function findPayment(firm: PayFirm, request: FastifyRequest): Payment {
  const payment = firm.acquirer.find(parse(z.object({ id: z.string() }), request.params).id);
  if (payment === undefined) throw new FirmError(404, 'not_found', 'No such payment');
  return payment;
}
