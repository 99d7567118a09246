import { expect, test } from 'vitest';
import { connectGuest } from './guest/connect-guest.ts';
import { connectHost } from './host/connect-host.ts';
import type { FrameWindow, PostTarget } from './shared/frame-window.ts';
import { FakeWindow } from './testing/fake-window.ts';

const SHOP = 'https://shop.example';
const PAY = 'https://pay.example';

/** Posts into `to` as a browser does: delivered only when the target origin fits, a copy, with the sender's origin. */
const wire = (to: () => FakeWindow, toOrigin: string, from: () => unknown, fromOrigin: string): PostTarget => ({
  postMessage(message, targetOrigin) {
    if (targetOrigin !== '*' && targetOrigin !== toOrigin) return;
    to().dispatch({ data: structuredClone(message), origin: fromOrigin, source: from() });
  },
});

test('both ends together: handshake, one event in each direction, height', () => {
  const shop: FrameWindow & FakeWindow = new FakeWindow();
  const frame: PostTarget = wire(
    () => widget,
    PAY,
    () => parent,
    SHOP,
  );
  const parent: PostTarget = wire(
    () => shop,
    SHOP,
    () => frame,
    PAY,
  );
  const widget = new FakeWindow(parent);
  widget.location.ancestorOrigins = [SHOP];
  const heard: unknown[] = [];

  const guest = connectGuest({ window: widget, allowedOrigins: [SHOP], onMessage: (message) => heard.push(message) });
  guest.send('change-height', { height: 700 });
  guest.send('change-lang', { lang: 'uk' });
  const host = connectHost({
    window: shop,
    frame: () => frame,
    origin: PAY,
    onMessage: (message) => heard.push(message),
    onReady: () => heard.push('ready'),
  });
  host.send('open-order-status', { orderId: 'k3' });
  widget.advance(250);

  expect(heard).toEqual([
    { event: 'change-lang', payload: { lang: 'uk' } },
    { event: 'change-height', payload: { height: 700 } },
    { event: 'open-order-status', payload: { orderId: 'k3' } },
    'ready',
  ]);
});
