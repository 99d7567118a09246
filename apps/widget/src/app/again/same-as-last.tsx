import { getOrderEndpoint } from '@causeway/contract/endpoints/get-order.generated';
import { listTransactionsEndpoint } from '@causeway/contract/endpoints/list-transactions.generated';
import type { Order } from '@causeway/contract/shapes/order';
import { isWithdrawal } from '@causeway/domain/orders/is-withdrawal';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { findOption } from '../../features/exchange/rules/find-option.ts';
import type { Preorder } from '../../features/exchange/rules/preorder.ts';
import { showAmount, typedAmount } from '../../lib/format/show-amount.ts';
import { shorten } from '../../lib/format/shorten.ts';
import { useTexts } from '../../platform/runtime.ts';
import { useAllTexts } from '../../platform/late-part.tsx';
import { QuietButton } from '../../ui/buttons/quiet-button.tsx';
import { useAccount, useApp } from '../app-parts.ts';
import styles from './same-as-last.module.css';

/** The newest finished order of a client who is back, as one press: amount, currencies and destination. */
export default function SameAsLast() {
  const { exchange, runtime } = useApp();
  const { config } = useAccount();
  const t = useTexts();
  const hasTexts = useAllTexts();
  const preorder = useStore(exchange, (state) => state.preorder);
  const last = useLastOrder();
  if (!hasTexts || last === undefined || runtime.boot.host?.locked.length) return null;
  const wanted = preorderOf(last, config.currencyConfig[last.payoutCurrency]?.isCrypto === 1);
  if (Object.entries(wanted).every(([name, value]) => Reflect.get(preorder, name) === value)) return null;
  const to = wanted.dstAddress === '' ? last.payoutCurrency : `${last.payoutCurrency} · ${shorten(wanted.dstAddress)}`;
  return (
    <div className={styles.same}>
      <QuietButton look="soft" icon="history" onClick={() => exchange.getState().patch(wanted)}>
        {t('tpl:exchange:same_as_last', {
          amount: showAmount(last.payinAmount, last.payinCurrency, config.currencyConfig, t),
          to,
        })}
      </QuietButton>
    </div>
  );
}

/** The newest finished order whose currencies and methods can be had now; a list leaves out where its money went. */
function useLastOrder(): Order | undefined {
  const { account, runtime } = useApp();
  const [last, setLast] = useState<Order>();
  useEffect(() => {
    let isOver = false;
    const { api, log } = runtime;
    const isOffered = (order: Order) => {
      const { payinSelect, payoutSelect } = account.store.getState().config.swConfig;
      const sides = [
        findOption(payinSelect, order.payinCurrency, order.payinGroup),
        findOption(payoutSelect, order.payoutCurrency, order.payoutGroup),
      ];
      return !isWithdrawal(order) && sides.every((side) => side?.isPaused === 0);
    };
    async function read(): Promise<void> {
      const { data = [] } = await api.call(listTransactionsEndpoint, { status: 'finished' });
      const found = data.find(isOffered);
      if (!found || isOver) return;
      const { order } = await api.call(getOrderEndpoint, {}, { params: { niceId: found.niceId } });
      if (!isOver) setLast(order);
    }
    read().catch((error: unknown) => log.warn('The last order could not be read', error));
    return () => {
      isOver = true;
    };
  }, [account, runtime]);
  return last;
}

type Repeated = Omit<Preorder, 'coupon'>;

/** An account is asked for again; an address of coins is the one of last time. */
function preorderOf(order: Order, isCoins: boolean): Repeated {
  const { payinCurrency, payinGroup, payoutCurrency, payoutGroup, isFloatingRate } = order;
  const { dstAddress, dstTag, memoId, memoType, memoValue } = order;
  const none = { dstAddress: '', dstTag: '', memoId: '', memoType: '', memoValue: '' };
  return {
    payinCurrency,
    payinGroup,
    payinAmount: typedAmount(order.payinAmount),
    payoutCurrency,
    payoutGroup,
    payoutAmount: '',
    isPayoutCalc: false,
    isFloatingRate: isFloatingRate === 1,
    ...(isCoins && payoutGroup !== 'balance' ? { dstAddress, dstTag, memoId, memoType, memoValue } : none),
  };
}
