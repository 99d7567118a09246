import { useState, useSyncExternalStore } from 'react';
import { createPoll, type PollState } from '../../lib/polling/poll.ts';
import { useRuntime } from '../../platform/runtime.ts';
import { balanceEndpoint, type Balance } from './api/get-balance.ts';

/** Milliseconds between two looks at the balance (7-26). */
const balancePolling = 10_000;

/** What the client has, looked at every 10 s as long as it is shown. */
export function useBalance(): PollState<Balance> & { again: () => void } {
  const { api, network } = useRuntime();
  const [poll] = useState(() =>
    createPoll<Balance>({
      call: (signal) => api.call(balanceEndpoint, {}, { signal }),
      every: balancePolling,
      network,
    }),
  );
  const state = useSyncExternalStore(poll.subscribe, poll.state, poll.state);
  return { ...state, again: poll.again };
}
