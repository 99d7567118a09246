import type { Order } from '@causeway/contract/shapes/order';
import { useEffect, useRef, useState } from 'react';
import { NetworkFailure } from '../../lib/api/network-failure.ts';
import { ServerFailure } from '../../lib/api/server-failure.ts';
import { errorText } from '../../lib/format/error-text.ts';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { cardParameters, type CardSource, payOrderAt } from './rules/card-parameters.ts';
import { isWebAddress } from './rules/payment-shape.ts';
import { initialFinalize, type Finalize, type FinalizeStatus } from './rules/finalize.ts';

export interface CardPayment {
  finalize: Finalize;
  isBusy: boolean;
  /** The 3-D Secure page that the bank wants answered (7-20). */
  challengeUrl: string;
  /** The acquirer has the card: the order shows the result. */
  isTaken: boolean;
  /** @returns how it ended; `initial` when nothing was sent */
  pay: (holder: string, saveCard: boolean, takeCard: () => Promise<CardSource | undefined>) => Promise<FinalizeStatus>;
}

export interface CardPaymentOptions {
  order: Order;
  paymentUrl: string;
  provider: string;
  again: () => void;
  onRedirect: (value: string) => void;
}

/**
 * Posts the card parameters to the order's payment URL (4.7-06). One at a time: the second half of a double click does
 * nothing.
 */
export function useCardPayment({ order, paymentUrl, provider, again, onRedirect }: CardPaymentOptions): CardPayment {
  const { api, log } = useRuntime();
  const t = useTexts();
  const [finalize, setFinalize] = useState(initialFinalize);
  const [isBusy, setBusy] = useState(false);
  const [challengeUrl, setChallengeUrl] = useState('');
  const isRunning = useRef(false);
  const latest = useRef(order);
  useEffect(() => {
    latest.current = order;
  }, [order]);
  const [takenFrom, setTakenFrom] = useState<Order>();
  const { niceId } = order;

  async function send(source: CardSource, holder: string, saveCard: boolean): Promise<Finalize> {
    const isPayoutCardMissing = order.payoutGroup === 'card' && order.payoutCardType === '';
    const values = cardParameters({ source, provider, holder, saveCard, isPayoutCardMissing });
    const failed = (detail: string, isDecline = false): Finalize => ({
      status: 'failed',
      params: { saveCard, cardHolderName: holder },
      detail,
      isDecline,
    });
    if (!values) return failed('');
    try {
      const answer = await api.call(payOrderAt(paymentUrl), values, { params: { niceId } });
      const [first] = answer.errors;
      if (answer.success !== 1) return failed(first ? errorText(first, t) : '', first?.code === 'PAYMENT_DECLINED');
      if (isWebAddress(answer.redirect)) setChallengeUrl(answer.redirect);
      else if (answer.redirect !== '') onRedirect(answer.redirect);
      setTakenFrom(latest.current);
      return { status: 'success', params: { saveCard, cardHolderName: holder }, detail: '' };
    } catch (failure) {
      const [first] = failure instanceof ServerFailure ? failure.errors : [];
      // A declined card is an answer, and shown to the payer; only an unexpected failure is logged.
      if (first?.code === 'PAYMENT_DECLINED') return failed(errorText(first, t), true);
      log.warn('The payment could not be finalised', failure);
      return failed(first ? errorText(first, t) : failure instanceof NetworkFailure ? t('tpl:common:network') : '');
    } finally {
      // After any answer: only the order has the payment's result.
      again();
    }
  }

  // An order read before the card was sent says nothing about it.
  const isDeclined = finalize.status === 'success' && order !== takenFrom && order.paymentStatus === 'declined';
  return {
    finalize: isDeclined ? initialFinalize : finalize,
    isBusy,
    challengeUrl,
    isTaken: finalize.status === 'success' && !isDeclined,
    async pay(holder, saveCard, takeCard) {
      if (isRunning.current) return 'initial';
      isRunning.current = true;
      setBusy(true);
      setFinalize(initialFinalize);
      try {
        const source = await takeCard();
        const sent = source ? await send(source, holder, saveCard) : initialFinalize;
        setFinalize(sent);
        return sent.status;
      } finally {
        isRunning.current = false;
        setBusy(false);
      }
    },
  };
}
