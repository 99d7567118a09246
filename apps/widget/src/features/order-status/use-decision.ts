import { decideLatePaymentEndpoint } from '@causeway/contract/endpoints/decide-late-payment.generated';
import { useRef, useState } from 'react';
import { errorText, failureText } from '../../lib/format/error-text.ts';
import { useRuntime, useTexts } from '../../platform/runtime.ts';

export type Decision = 'yes' | 'no';

export interface DecisionState {
  /** The answer that is being sent. */
  sending: Decision | undefined;
  decide: (answer: Decision) => Promise<void>;
}

/** Answers the question about late or partial money (C-34), once: the second half of a double click does nothing. */
export function useDecision(niceId: string, onDecided: () => void): DecisionState {
  const { api, toasts, log } = useRuntime();
  const t = useTexts();
  const [sending, setSending] = useState<Decision>();
  const isRunning = useRef(false);

  async function send(answer: Decision): Promise<void> {
    try {
      const { success, errors } = await api.call(decideLatePaymentEndpoint, { niceId, answer });
      const [first] = errors;
      if (success === 1) toasts.show({ text: t(`tpl:order:decided_${answer}`) });
      else toasts.show({ kind: 'error', text: first ? errorText(first, t) : t('tpl:common:error:system') });
    } catch (failure) {
      log.warn('The decision could not be sent', failure);
      toasts.show({ kind: 'error', text: failureText(failure, t) });
    }
  }

  return {
    sending,
    async decide(answer) {
      if (isRunning.current) return;
      isRunning.current = true;
      setSending(answer);
      await send(answer);
      isRunning.current = false;
      setSending(undefined);
      // Also after a refusal: the order shows any decision made meanwhile.
      onDecided();
    },
  };
}
