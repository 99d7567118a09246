import type { Order } from '@causeway/contract/shapes/order';
import { useState } from 'react';
import { useTexts } from '../../platform/runtime.ts';
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
  const left = account?.amount ?? amountLeft(order.payinAmount, order.receivedAmount, precision);
  if (order.decision?.kind !== 'partial' || !isSomething(left) || (!account && order.cryptoAddress === '')) return null;
  const amount = show(left, order.payinCurrency);
  return (
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
  );
}
