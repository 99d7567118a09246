import { downloadReceipt } from '@causeway/contract/calls/download-receipt';
import { downloadStatement } from '@causeway/contract/calls/download-statement';
import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { type Language, defaultLanguage } from '@causeway/domain/languages/languages';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { bindDownload } from '../../plugins/bind-file.ts';
import { clientIdOf } from '../clients/store.ts';
import { findWrittenLanguage } from '../locales/catalogues.ts';
import { readOrder } from '../orders/read-order.ts';
import { startOfDay } from '../transactions/order-filter.ts';
import { readHolderName, readStatement, rowsMost } from './read-statement.ts';
import { receiptName, writeReceipt } from './write-receipt.ts';
import { writeStatementCsv, writeStatementPdf } from './write-statement.ts';

const yearMs = 366 * 24 * 3600 * 1000;

/** C-86, C-87. */
export function statementRoutes(app: FastifyInstance, context: AppContext): void {
  bindDownload(app, context, downloadStatement, async ({ request, caller, language: wanted }) => {
    const { currency, timeFrom, timeTo, timeZone = 'UTC', fileType } = request;
    if (findCurrency(currency) === undefined) throw new Refusal({ code: 'CURRENCY_UNKNOWN', field: 'currency' });
    const [from, until] = [startOfDay(timeFrom, timeZone), startOfDay(timeTo, timeZone, 1)];
    const most = rowsMost[fileType];
    // A change of the clocks makes a year an hour longer.
    if (until <= from || until.getTime() - from.getTime() > yearMs + 3_600_000)
      throw new Refusal({ code: 'STATEMENT_TOO_LONG', field: 'time_to', values: { most } });
    const clientId = clientIdOf(caller);
    const statement = await readStatement(context, { clientId, currency, from, until, rowsMost: most });
    const options = { language: written(wanted), currency, days: [timeFrom, timeTo], timeZone } as const;
    const name = `statement-${currency}-${timeFrom}-${timeTo}.${fileType}`;
    if (fileType === 'csv')
      return { bytes: Buffer.from(writeStatementCsv(context, statement, options)), type: 'text/csv', name };
    return { bytes: await writeStatementPdf(context, statement, options), type: 'application/pdf', name };
  });
  bindDownload(app, context, downloadReceipt, async ({ params: { niceId }, caller, language: wanted }) => {
    const order = await readOrder(context, { niceId }, caller);
    if (order.isClientRole !== 1 || order.status !== 'finished') throw new Refusal({ code: 'NOT_FOUND' });
    const holder = await readHolderName(context.db, clientIdOf(caller));
    const bytes = await writeReceipt(context, order, { holder, language: written(wanted) });
    return { bytes, type: 'application/pdf', name: receiptName(order) };
  });
}

function written(wanted: Language): Language {
  return findWrittenLanguage(wanted) ?? defaultLanguage;
}
