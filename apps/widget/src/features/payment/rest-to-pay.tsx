import type { Order } from '@causeway/contract/shapes/order';
import { useState } from 'react';
import { useTexts } from '../../platform/runtime.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import { BankRequisites } from './components/bank-requisites.tsx';
import { DepositAddress } from './components/deposit-address.tsx';
import styles from './rest-to-pay.module.css';
import { amountLeft, isSomething } from './rules/amount-left.ts';

export interface RestToPayProps {
  order: Order;
  /** Decimals of the pay-in currency. */
  precision: number;
  show: (amount: string, code: string) => string;
}

/** The third choice for a partial payment: sending the rest to the same destination. */
export function RestToPay({ order, precision, show }: RestToPayProps) {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  const account = order.purchaseParamsPayin.sepaAccount;
  const { payinSeenAmount: came, payinCurrency, receivedAmount } = order;
  const missing = account?.amount ?? amountLeft(order.payinAmount, receivedAmount, precision);
  const left = amountLeft(missing, came, precision);
  if (order.decision?.kind !== 'partial' || (!account && order.cryptoAddress === '')) return null;
  // A client who has sent the rest is not asked for it again.
  const coming = isSomething(came) && (
    <Callout type="plain" icon="clock">
      {t('tpl:payment:rest_seen', { amount: show(came, payinCurrency) })}
    </Callout>
  );
  if (!isSomething(left)) return coming || null;
  const amount = show(left, payinCurrency);
  return (
    <>
      {coming}
      <Disclosure
        title={t('tpl:payment:rest_title')}
        value={<span className="num">{amount}</span>}
        open={isOpen}
        onToggle={setOpen}
      >
        <div className={styles.rest}>
          {account ? (
            <BankRequisites account={account} amount={amount} />
          ) : (
            <DepositAddress order={order} amount={amount} amountLeft={left} precision={precision} />
          )}
        </div>
      </Disclosure>
    </>
  );
}
