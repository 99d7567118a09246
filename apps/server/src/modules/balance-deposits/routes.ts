import { getDepositAddress } from '@causeway/contract/calls/get-deposit-address';
import type { AnswerOf } from '@causeway/contract/define-call';
import { toFlag, toUnixSeconds } from '@causeway/contract/fields/fields';
import type { Currency } from '@causeway/domain/currencies/currency';
import { formatAmount } from '@causeway/domain/money/format-amount';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { chainSettings } from '../../providers/chain-settings.ts';
import type { AccountPart } from '../account-parts/account-part.ts';
import { readBalanceSettings } from '../balance/balance-settings.ts';
import { worthCurrencyOf, worthNow } from '../balance/worth.ts';
import { clientIdOf, findClient } from '../clients/store.ts';
import { getPriceList } from '../currencies/get-price-list.ts';
import type { PriceList } from '../currencies/price-list.ts';
import { listOtherCoins } from '../other-coins/other-coins.ts';
import { currentAddress } from './current-address.ts';
import { findDepositOption, isHeldAsBalance } from './deposit-options.ts';

/** C-41. */
export function balanceDepositRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, getDepositAddress, async ({ request, identify }) =>
    answerAddress(context, { ...request, clientId: clientIdOf(await identify()) }),
  );
}

type Answer = AnswerOf<typeof getDepositAddress>;

async function answerAddress(
  context: AppContext,
  {
    clientId,
    currency,
    group,
    isNew = false,
  }: { clientId: string; currency: string; group: string; isNew?: boolean | undefined },
): Promise<Answer> {
  const list = await getPriceList(context);
  if (!isHeldAsBalance(list, currency)) throw new Refusal({ code: 'CURRENCY_UNKNOWN', field: 'currency' });
  const found = findDepositOption(list, { currency, group });
  if (found === undefined) throw new Refusal({ code: 'GROUP_UNKNOWN', field: 'group', values: { group } });
  const { option, chain } = found;
  const { precision } = option.currency;
  const client = await findClient(context.db, clientId);
  if (client === undefined) throw new Refusal({ code: 'SESSION_OVER' });
  const waiting = await readBalance(context.db, paths.waiting(client.niceId), currency);
  const rest = option.minAmount > waiting ? option.minAmount - waiting : 1n;
  const least = {
    currency,
    payinMinAmount: formatAmount(option.minAmount, precision),
    minAmount: formatAmount(rest, precision),
    ...(await worthOfLeast(context, list, { clientId, currency: option.currency, least: option.minAmount, rest })),
    // No network that has an adapter knows tags.
    dstTag: null,
    confirmations: chainSettings(context.config, chain).balanceConfirmations,
    otherCoins: (await listOtherCoins(context, clientId)).map(({ foundAt, ...coins }) => ({
      ...coins,
      foundAt: toUnixSeconds(foundAt),
    })),
  };
  const paused = { address: '', isPermanent: toFlag(false), secondsToRelease: 0, error: 'PAYIN_PAUSED' };
  if (option.isPaused) return { ...least, ...paused };
  const { address, shownUntil, isRefused } = await currentAddress(context, { clientId, chain, currency, isNew });
  const left = shownUntil === null ? 0 : Math.ceil((shownUntil.getTime() - context.clock.now().getTime()) / 1000);
  return {
    ...least,
    address,
    isPermanent: toFlag(shownUntil === null),
    secondsToRelease: Math.max(0, left),
    error: isRefused ? 'TOO_MANY_REQUESTS' : '',
  };
}

interface LeastSums {
  clientId: string;
  currency: Currency;
  least: bigint;
  rest: bigint;
}

async function worthOfLeast({ db, rates }: AppContext, list: PriceList, sums: LeastSums) {
  const worthCurrency = worthCurrencyOf((await readBalanceSettings(db, sums.clientId)).primaryCurrency);
  const inMoney = (amount: bigint) =>
    worthNow(worthCurrency, sums.currency, amount, (from, to) =>
      rates.getPrice(from, to, list.settings.rateMaxAgeSeconds),
    );
  return { payinMinWorth: inMoney(sums.least), minWorth: inMoney(sums.rest), worthCurrency };
}

/** An account waits for the coins that are on their way to it. */
export const depositsAccount: AccountPart = {
  async findHold(trx, { clientId }) {
    const seen = await trx
      .selectFrom('deposits')
      .select('depositId')
      .where('clientId', '=', clientId)
      .where('status', '=', 'seen')
      .limit(1)
      .executeTakeFirst();
    return seen && { code: 'BALANCE_NOT_EMPTY' };
  },
};
