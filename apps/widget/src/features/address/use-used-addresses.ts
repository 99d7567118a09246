import { useEffect, useState } from 'react';
import { useRuntime } from '../../platform/runtime.ts';
import { usedAddressesEndpoint, type UsedAddress } from './api/list-used-addresses.ts';

/**
 * Addresses of a network that were paid out to before; none while they are read, and none where that failed: the step
 * does without, and the server compares in any case. Undefined asks for none.
 */
export function useUsedAddresses(network: string | undefined): readonly UsedAddress[] {
  const { api, log, network: connection } = useRuntime();
  const [used, setUsed] = useState<{ of: string; addresses: readonly UsedAddress[] }>();
  useEffect(() => {
    if (network === undefined) return undefined;
    const end = new AbortController();
    const read = () =>
      api.call(usedAddressesEndpoint, { payoutGroup: network }, { signal: end.signal }).then(
        ({ addresses }) => setUsed({ of: network, addresses }),
        (failure: unknown) => {
          if (!end.signal.aborted) log.warn('Addresses used before could not be read', failure);
        },
      );
    void read();
    const stop = connection.onOnline(() => void read());
    return () => {
      stop();
      end.abort();
    };
  }, [api, log, connection, network]);
  return used?.of === network ? (used?.addresses ?? []) : [];
}
