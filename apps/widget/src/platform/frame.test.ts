import { expect, test, vi } from 'vitest';
import type { GuestWindow } from '@causeway/bridge/guest/guest-connection';
import { connectFrame } from './frame.ts';

function fakeWindow() {
  const sent: unknown[] = [];
  const listeners: ((event: { data: unknown; origin: string; source: unknown }) => void)[] = [];
  const parent = { postMessage: (message: unknown) => sent.push(message) };
  const window: GuestWindow = {
    parent,
    location: { ancestorOrigins: ['https://shop.example'] },
    document: { referrer: '' },
    addEventListener: (_type, listener) => listeners.push(listener),
    removeEventListener: () => undefined,
    setInterval: () => 0,
    clearInterval: () => undefined,
    setTimeout: () => 0,
    clearTimeout: () => undefined,
  };
  const say = (data: unknown) =>
    listeners.forEach((listener) => listener({ data, origin: 'https://shop.example', source: parent }));
  return { window, sent, say };
}

const event = { orderStatus: null, orderId: null, partnerOrderId: null, stepName: 'exchange' };
const quiet = { warn: vi.fn(), error: vi.fn() };

test('4.3-12, A-122 no event is sent for auth; a log line says why', () => {
  const { window, sent } = fakeWindow();
  const log = { warn: vi.fn(), error: vi.fn() };
  const frame = connectFrame(window, ['https://shop.example'], log);
  const before = sent.length;
  frame.updateStep({ ...event, stepName: 'auth' });
  expect(log.warn).toHaveBeenCalledExactlyOnceWith('Event "auth" is not allowed');
  expect(sent).toHaveLength(before);
});

test('D13 a page by itself logs nothing of it', () => {
  const { window } = fakeWindow();
  const log = { warn: vi.fn(), error: vi.fn() };
  const alone: GuestWindow = { ...window, parent: window.parent };
  Object.assign(alone, { parent: alone });
  connectFrame(alone, [], log).updateStep({ ...event, stepName: 'auth' });
  expect(log.warn).not.toHaveBeenCalled();
});

test('4.13-03 a message of the partner’s page reaches who follows', () => {
  const { window, say } = fakeWindow();
  const frame = connectFrame(window, ['https://shop.example'], quiet);
  const heard = vi.fn();
  frame.subscribe(heard);
  say({ event: 'open-order-status', payload: { orderId: 'CW1' } });
  expect(heard).toHaveBeenCalledExactlyOnceWith({ event: 'open-order-status', payload: { orderId: 'CW1' } });
});

test('the widget knows that it is in a frame', () => {
  expect(connectFrame(fakeWindow().window, [], quiet).isFramed).toBe(true);
});
