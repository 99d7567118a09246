import { afterAll, expect, test, vi } from 'vitest';
import { createClientEvents } from './client-events.ts';

// A browser that does not say when it is idle.
vi.stubGlobal('window', {});
afterAll(() => void vi.unstubAllGlobals());

test('7-57 an event is sent as JSON in the names of the wire, for visitors and clients', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response('{}'));
  const events = createClientEvents({ isOn: true, fetch, access: () => 'a1' });
  events.send('order_started', { payinAmount: '250', coupon: '' });
  events.send('order_started', { payinAmount: '300' });
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(2));
  const [url, init] = fetch.mock.calls[0] ?? [];
  expect(url).toBe('/client/send_event');
  expect(new Headers(init?.headers).get('X-Authorization')).toBe('Bearer a1');
  expect(init?.body).toBe('{"type":"order_started","opts":{"payin_amount":"250","coupon":""}}');
});

test('a lost event is ignored, and the next one is sent', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.reject(new TypeError('offline')));
  const events = createClientEvents({ isOn: true, fetch, access: () => undefined });
  events.send('order_started', {});
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(1));
  events.send('order_started', {});
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(2));
});

test('7-57 nothing is sent where the operator keeps no statistics', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response('{}'));
  createClientEvents({ isOn: false, fetch, access: () => undefined }).send('order_started', {});
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(fetch).not.toHaveBeenCalled();
});
