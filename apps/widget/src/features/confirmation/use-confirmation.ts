import { approveOrderEndpoint } from '@causeway/contract/endpoints/approve-order.generated';
import { resendOrderCodeEndpoint } from '@causeway/contract/endpoints/resend-order-code.generated';
import type { ErrorItem } from '@causeway/contract/errors/error-item';
import type { Confirmation } from '@causeway/contract/shapes/confirmation';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { failureItems } from '../../lib/api/failure-items.ts';
import { errorText } from '../../lib/format/error-text.ts';
import { realTimers } from '../../lib/timing/timers.ts';
import { untilAnswered } from '../../lib/timing/until-answered.ts';
import { useCountdown } from '../../lib/timing/use-countdown.ts';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { cleanCode } from '../../ui/fields/code-input-rules.ts';
import {
  failConfirmation,
  isCodeReady,
  openConfirmation,
  readRefusal,
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

/** One thing at a time. */
function useAlone(onStart: () => void, onFailure: (failure: unknown) => void) {
  const running = useRef(false);
  return async (act: () => Promise<void>): Promise<void> => {
    if (running.current) return;
    running.current = true;
    onStart();
    try {
      await act();
    } catch (failure) {
      onFailure(failure);
    } finally {
      running.current = false;
    }
  };
}

/** The code of the second factor, which for a day after one was added is required besides the e-mailed code. */
function useSecondCode() {
  const [help, setHelp] = useState<string>();
  const [value, setValue] = useState('');
  const [error, setError] = useState<string>();
  return {
    /** What is asked for, from the first ask on. */
    help,
    value,
    error,
    /** As the call sends it. */
    values: value === '' ? {} : { secondCode: value },
    /** To be asked for it is no fault, and a code that is wrong is one. */
    ask({ code }: Pick<ErrorItem, 'code'>, text: string): void {
      if (code === 'TWO_FACTOR_REQUIRED') setHelp(text);
      else setError(text);
    },
    type(text: string): void {
      setValue(text);
      setError(undefined);
    },
  };
}

/** Codes after which nothing is left to confirm. */
const overCodes = ['ORDER_STATUS_CHANGED', 'NOT_FOUND'];

/** Whether the component is still on the page. */
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
  const second = useSecondCode();
  const delay = useCountdown(state.nextCodeAt);
  const isThere = useIsThere();
  const onWait = () => setState((old) => ({ ...old, error: t('tpl:common:error:network'), isOfCode: false }));
  const waiting = { network, timers: realTimers, isWanted: () => isThere.current, onWait };
  const { uuid } = state.confirmationDetails;

  const alone = useAlone(
    () => setState(startLoading),
    (failure) => showErrors(failureItems(failure)),
  );

  function showErrors(items: ReturnType<typeof failureItems>): void {
    const { item, text } = readRefusal(items, t);
    if (item && overCodes.includes(item.code)) {
      toasts.show({ text });
      return onDone();
    }
    if (item?.field === 'second_code') {
      second.ask(item, text);
      return setState(resetConfirmation);
    }
    setState((old) => failConfirmation(old, text, item?.field === 'code'));
  }

  return {
    status: state.status,
    error: state.isOfCode ? state.error : undefined,
    failure: state.isOfCode ? undefined : state.error,
    code: state.confirmationCode,
    /** Seconds until another code may be requested (4.8-04). */
    delay,
    second,
    type(text: string): void {
      setState((old) => ({ ...resetConfirmation(old), confirmationCode: cleanCode(text) }));
    },
    approve: (text: string) => {
      const code = cleanCode(text);
      if (!isCodeReady(state, code)) return Promise.resolve();
      return alone(async () => {
        // Approving twice is harmless: the second time the order reports that it has moved on.
        const { success, errors } = await untilAnswered(waiting, async () => {
          const gRecaptchaResponse = await captcha.token('code');
          return api.call(approveOrderEndpoint, { uuid, code, ...second.values, gRecaptchaResponse });
        });
        if (success === 0) return showErrors(errors);
        setState((old) => ({ ...old, status: 'success' }));
        onDone();
      });
    },
    resend: () => {
      if (delay > 0) return Promise.resolve();
      return alone(async () => {
        const gRecaptchaResponse = await captcha.token('code');
        const {
          errors,
          success: _sent,
          ...next
        } = await api.call(resendOrderCodeEndpoint, { uuid, gRecaptchaResponse });
        const failure = errors[0] ? errorText(errors[0], t) : t('tpl:common:error:something_went_wrong');
        setState((old) => takeResent(old, next, Date.now(), failure));
        if (next.uuid !== uuid) onResent(next);
      });
    },
  };
}
