import type { getDepositAddress } from '@causeway/contract/calls/get-deposit-address';
import type { AnswerOf } from '@causeway/contract/define-call';
import { getDepositAddressEndpoint } from '@causeway/contract/endpoints/get-deposit-address.generated';
import { useEffect, useState } from 'react';
import { useRuntime } from '../../platform/runtime.ts';

export interface ShownAddress {
  answer: AnswerOf<typeof getDepositAddress>;
  /** Milliseconds since 1970 until which it is shown; 0 for good. */
  until: number;
}

interface DepositAddress {
  shown: ShownAddress | undefined;
  isLoading: boolean;
  failure: unknown;
  /** Reads it again; another one where the time of this one is over. */
  again: () => void;
  /** Asks for another one. */
  renew: () => void;
}

interface Asked {
  turn: number;
  isNew: boolean;
}

/** The client's address for a currency on a network. The last one stays while it is read again. */
export function useDepositAddress(currency: string, group: string): DepositAddress {
  const { api } = useRuntime();
  const [asked, setAsked] = useState<Asked>({ turn: 0, isNew: false });
  const [state, setState] = useState<{ shown?: ShownAddress; failure?: unknown; of?: Asked }>({});
  useEffect(() => {
    const own = new AbortController();
    const request = { currency, group, ...(asked.isNew && { isNew: true }) };
    api.call(getDepositAddressEndpoint, request, { signal: own.signal }).then(
      (answer) => {
        if (own.signal.aborted) return;
        const until = answer.isPermanent === 1 ? 0 : Date.now() + answer.secondsToRelease * 1000;
        setState({ shown: { answer, until }, of: asked });
      },
      (failure: unknown) => {
        if (!own.signal.aborted) setState(({ shown }) => ({ ...(shown && { shown }), failure, of: asked }));
      },
    );
    return () => own.abort();
  }, [api, currency, group, asked]);
  const ask = (isNew: boolean) => setAsked(({ turn }) => ({ turn: turn + 1, isNew }));
  return {
    shown: state.shown,
    isLoading: state.of !== asked,
    failure: state.failure,
    again: () => ask(false),
    renew: () => ask(true),
  };
}
