import { expect, test } from 'vitest';
import { anOrder } from '../../tests/an-order.ts';
import { orderEvent } from './order-event.ts';

test('3-69, A-087 what a partner receives of an order: its status, both numbers and the step', () => {
  const order = anOrder({ niceId: 'CW1', orderId: 'CW1', status: 'processing', partnerOrderId: '20417' });
  const event = { orderStatus: 'processing', orderId: 'CW1', partnerOrderId: '20417', stepName: 'status' };
  expect(orderEvent(order)).toEqual(event);
  expect(orderEvent(order, 'address')).toEqual({ ...event, stepName: 'address' });
});

test('3-69 before there is an order only the step is reported', () => {
  const nothing = { orderStatus: null, orderId: null, partnerOrderId: null };
  expect(orderEvent(undefined, 'exchange')).toEqual({ ...nothing, stepName: 'exchange' });
});
