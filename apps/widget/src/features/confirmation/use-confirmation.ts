import type { Confirmation } from '@causeway/contract/shapes/confirmation';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { failureItems } from '../../lib/api/failure-items.ts';
import { errorText } from '../../lib/format/error-text.ts';
import { realTimers } from '../../lib/timing/timers.ts';
import { untilAnswered } from '../../lib/timing/until-answered.ts';
import { useCountdown } from '../../lib/timing/use-countdown.ts';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { cleanCode } from '../../ui/fields/code-input-rules.ts';
import { approveOrderEndpoint } from './api/approve-order.ts';
import { resendCodeEndpoint } from './api/resend-code.ts';
import {
  failConfirmation,
  isCodeReady,
  openConfirmation,
  resetConfirmation,
  startLoading,
  takeResent,
} from './rules/confirmation-state.ts';

export interface ConfirmationOptions {
  details: Confirmation;
  /** The code was sent in this page's life. */
  isFresh: boolean;
  /** Another code was sent: its details are to be kept. */
  onResent: (details: Confirmation) => void;
  onDone: () => void;
}

/** Codes after which there is nothing left to confirm. */
const overCodes = ['ORDER_STATUS_CHANGED', 'NOT_FOUND'];

/** Tells whether the component is still on the page. */
function useIsThere(): RefObject<boolean> {
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  return isThere;
}

/** Approves an order with a code, and sends the code again (4.8). */
export function useConfirmation({ details, isFresh, onResent, onDone }: ConfirmationOptions) {
  const { api, captcha, network, toasts } = useRuntime();
  const t = useTexts();
  const [state, setState] = useState(() => openConfirmation(details, Date.now(), isFresh));
  const delay = useCountdown(state.nextCodeAt);
  const running = useRef(false);
  const isThere = useIsThere();
  const onWait = () => setState((old) => ({ ...old, error: t('tpl:common:error:network') }));
  const waiting = { network, timers: realTimers, isWanted: () => isThere.current, onWait };
  const { uuid } = state.confirmationDetails;

  async function alone(act: () => Promise<void>): Promise<void> {
    if (running.current) return;
    running.current = true;
    setState(startLoading);
    try {
      await act();
    } catch (failure) {
      complain(failureItems(failure));
    } finally {
      running.current = false;
    }
  }

  function complain(items: ReturnType<typeof failureItems>): void {
    const [item] = items;
    const text = item ? errorText(item, t) : t('tpl:common:error:something_went_wrong');
    if (item && overCodes.includes(item.code)) {
      toasts.show({ text });
      return onDone();
    }
    setState((old) => failConfirmation(old, text));
  }

  return {
    status: state.status,
    error: state.error,
    code: state.confirmationCode,
    /** Seconds until another code may be asked for (4.8-04). */
    delay,
    type(text: string): void {
      setState((old) => ({ ...resetConfirmation(old), confirmationCode: cleanCode(text) }));
    },
    approve: (text: string) => {
      const code = cleanCode(text);
      if (!isCodeReady(state, code)) return Promise.resolve();
      return alone(async () => {
        // Approved twice is approved once: the second time the order tells that it has moved on.
        const { success, errors } = await untilAnswered(waiting, async () => {
          const gRecaptchaResponse = await captcha.token('code');
          return api.call(approveOrderEndpoint, { uuid, code, gRecaptchaResponse });
        });
        if (success === 0) return complain(errors);
        setState((old) => ({ ...old, status: 'success' }));
        onDone();
      });
    },
    resend: () => {
      if (delay > 0) return Promise.resolve();
      return alone(async () => {
        const gRecaptchaResponse = await captcha.token('code');
        const { errors, success: _sent, ...next } = await api.call(resendCodeEndpoint, { uuid, gRecaptchaResponse });
        const failure = errors[0] ? errorText(errors[0], t) : t('tpl:common:error:something_went_wrong');
        setState((old) => takeResent(old, next, Date.now(), failure));
        if (next.uuid !== uuid) onResent(next);
      });
    },
  };
}
