import { EVENT_NAMES, mount } from '@causeway/sdk';
import { logEvent } from './event-log.ts';
import { connectButtons, shop } from './shop.ts';

const widget = mount('#pay', {
  ...shop, // origin, partnerKey, theme
  brand: '8a3b22',
  brandDark: 'f0b193',
  radius: '6px',
  sessionToken: async () => (await fetch('/session-token', { method: 'POST' })).text(),
});

for (const name of EVENT_NAMES) {
  widget.on(name, (detail) => logEvent(name, detail));
}
connectButtons(() => widget);
