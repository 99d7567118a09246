import { listOperations as call } from '@causeway/contract/calls/list-operations';
import type { AnswerOf, RequestOf } from '@causeway/contract/define-call';
import { formatUnits } from '@causeway/domain/currencies/format-units';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { toFlag, toUnixSeconds } from '@causeway/contract/fields/fields';
import { isChain } from '../../config/config-chains.ts';
import { chainSettings, transactionLink } from '../../providers/chain-settings.ts';
import { readBalanceSettings } from '../balance/balance-settings.ts';
import { worthCurrencyOf, worthThen } from '../balance/worth.ts';
import { clientIdOf } from '../clients/store.ts';
import { startOfDay } from '../transactions/order-filter.ts';
import { type OperationFilter, type OperationRow, readOperations } from './store.ts';

const pageSize = 20;

/** C-38. */
export function operationRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, call, async ({ request, identify }) => {
    const clientId = clientIdOf(await identify());
    const filter = readFilter(request);
    const page = { start: request.start ?? 0, length: request.length ?? pageSize };
    return context.recent.read(async (db) => {
      const { rows, filtered, total } = await readOperations(db, clientId, filter, page);
      const worthCurrency = worthCurrencyOf((await readBalanceSettings(db, clientId)).primaryCurrency);
      const worth = await worthThen(db, worthCurrency, rows);
      return {
        data: rows.map((row, index) => ({ ...toOperation(context, row), worth: worth[index] ?? '' })),
        recordsFiltered: filtered,
        recordsTotal: total,
        worthCurrency,
      };
    });
  });
}

function readFilter({ timeFrom, timeTo, timeZone = 'UTC', type, status }: RequestOf<typeof call>): OperationFilter {
  return {
    from: timeFrom === undefined ? undefined : startOfDay(timeFrom, timeZone),
    until: timeTo === undefined ? undefined : startOfDay(timeTo, timeZone, 1),
    type: [type ?? []].flat(),
    status: [status ?? []].flat(),
  };
}

function toOperation({ config }: AppContext, row: OperationRow): Omit<AnswerOf<typeof call>['data'][number], 'worth'> {
  const { niceId, createdAt, type, status, currency, amount, fee, chain, txid, confirmations, isWaiting } = row;
  return {
    niceId,
    createdAt: toUnixSeconds(createdAt),
    type,
    status,
    currency,
    amount: formatUnits(amount, currency),
    fee: fee === 0n ? '' : formatUnits(fee, currency),
    // Ether that a contract sent is known by a balance, and by no transaction.
    txLink: transactionLink(config, chain, txid.startsWith('balance:') ? '' : txid),
    deposit:
      confirmations === null || !isChain(chain)
        ? null
        : {
            confirmations,
            confirmationsNeeded: chainSettings(config, chain).balanceConfirmations,
            isBelowMinimum: toFlag(isWaiting === true),
          },
  };
}
