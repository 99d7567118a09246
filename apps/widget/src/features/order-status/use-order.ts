import type { Order } from '@causeway/contract/shapes/order';
import { isFinalStatus } from '@causeway/domain/orders/order-status';
import { useState, useSyncExternalStore } from 'react';
import type { Api } from '../../lib/api/api.ts';
import { createPoll, type Network, type Poll, type PollState } from '../../lib/polling/poll.ts';
import { useRuntime } from '../../shell/runtime.ts';
import { orderEndpoint } from './api/get-order.ts';

/** Milliseconds between two looks at an order (4.10-10). */
export const orderPolling = 8000;

interface OrderAsked {
  niceId: string;
  /** Of the page on which it is read. */
  partnerKey: string;
  initial: Order | undefined;
}

function createOrderPoll(api: Api, network: Network, { niceId, partnerKey, initial }: OrderAsked): Poll<Order> {
  let isFirst = true;
  return createPoll<Order>({
    async call(signal) {
      const ghostMode = !isFirst;
      isFirst = false;
      return (await api.call(orderEndpoint, { ghostMode, partnerKey }, { params: { niceId }, signal })).order;
    },
    every: orderPolling,
    isLast: (order) => isFinalStatus(order.status),
    network,
    initial,
  });
}

/** An order, looked at every 8 s until it is at its end. One order for the life of the component. */
export function useOrder(asked: OrderAsked): PollState<Order> & { again: () => void } {
  const { api, network } = useRuntime();
  const [poll] = useState(() => createOrderPoll(api, network, asked));
  const state = useSyncExternalStore(poll.subscribe, poll.state, poll.state);
  return { ...state, again: poll.again };
}
