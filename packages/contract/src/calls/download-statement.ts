import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { line, timeZone } from '../fields/fields.ts';

const day = z.iso.date();

/**
 * C-86 A statement of the balance in one currency, with what it opened and closed with. A year at most; a period with
 * more movements than a file holds is refused with STATEMENT_TOO_LONG.
 */
export const downloadStatement = defineCall({
  id: 'C-86',
  name: 'downloadStatement',
  summary: 'Download a statement of the balance',
  method: 'POST',
  path: '/balance/statement',
  encoding: 'form',
  access: 'client',
  fileTypes: ['application/pdf', 'text/csv'],
  params: z.object({}),
  request: z.object({
    currency: line(20),
    /** First and last day, the last one included. */
    timeFrom: day,
    timeTo: day,
    /** Time zone of these days; UTC when left out. */
    timeZone: timeZone.optional(),
    fileType: z.enum(['pdf', 'csv']),
  }),
  example: { currency: 'EUR', timeFrom: '2026-06-01', timeTo: '2026-06-30', fileType: 'pdf' },
  answer: z.object({}),
});
