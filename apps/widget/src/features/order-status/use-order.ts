import { getOrderEndpoint } from '@causeway/contract/endpoints/get-order.generated';
import type { Order } from '@causeway/contract/shapes/order';
import { isFinalStatus } from '@causeway/domain/orders/order-status';
import { useState, useSyncExternalStore } from 'react';
import type { Api } from '../../lib/api/api.ts';
import { createLivePoll } from '../../lib/live/live-poll.ts';
import { type Live, liveOf } from '../../lib/live/live.ts';
import type { Network, Poll, PollState } from '../../lib/polling/poll.ts';
import { useRuntime } from '../../platform/runtime.ts';

/** Milliseconds between two polls of an order (4.10-10). */
export const orderPolling = 8000;

interface OrderAsked {
  niceId: string;
  /** Of the page on which it is read. */
  partnerKey: string;
  initial: Order | undefined;
}

interface OrderRead {
  api: Api;
  network: Network;
  live: Live;
}

function createOrderPoll({ api, network, live }: OrderRead, { niceId, partnerKey, initial }: OrderAsked): Poll<Order> {
  let isFirst = true;
  return createLivePoll<Order>({
    live,
    changes: ['order'],
    // Only its owner hears of an order.
    isFollowed: (order) => order.isClientRole === 1,
    async call(signal) {
      const ghostMode = !isFirst;
      isFirst = false;
      return (await api.call(getOrderEndpoint, { ghostMode, partnerKey }, { params: { niceId }, signal })).order;
    },
    every: orderPolling,
    isLast: (order) => isFinalStatus(order.status),
    network,
    initial,
  });
}

export interface FollowedOrder extends PollState<Order> {
  /** Reads the order now. */
  again: () => void;
  /** Shows the order in another call's answer. */
  take: (order: Order) => void;
}

/**
 * An order, read when it changes, without a stream every 8 s, until it is at its end. One order for the life of
 * the component.
 */
export function useOrder(asked: OrderAsked): FollowedOrder {
  const runtime = useRuntime();
  // An ended order need not be read once more to be shown; once it has been, the read one has more details.
  const [ended, setEnded] = useState<Order>();
  const [poll] = useState(() => createOrderPoll({ ...runtime, live: liveOf(runtime) }, asked));
  const state = useSyncExternalStore(poll.subscribe, poll.state, poll.state);
  const isRead = state.data !== undefined && isFinalStatus(state.data.status);
  return {
    ...state,
    data: isRead ? state.data : (ended ?? state.data),
    again: poll.again,
    take(order) {
      if (isFinalStatus(order.status)) setEnded(order);
      poll.again();
    },
  };
}
