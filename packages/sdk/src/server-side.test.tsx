import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import './element.ts';
import { mount } from './mount.ts';
import { CausewayWidget } from './react.tsx';

test('P1 on a server the component is an empty box with the height of a frame, without a frame and without an error', () => {
  const html = renderToString(
    <CausewayWidget origin="https://pay.example" partnerKey="pk_test_shop" className="till" />,
  );
  expect(html).toBe('<div class="till" style="min-height:650px"></div>');
});

test('on a server the element’s module does nothing, and mount says where it belongs', () => {
  expect(() => mount('#pay', { origin: 'https://pay.example', partnerKey: 'pk_test_shop' })).toThrow('in a browser');
});
