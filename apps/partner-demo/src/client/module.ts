import { EVENT_NAMES, mount } from '@causeway/sdk';
import { logEvent } from './event-log.ts';
import { connectButtons, shopOptions } from './shop.ts';

const widget = mount('#pay', shopOptions);

for (const name of EVENT_NAMES) {
  widget.on(name, (detail) => logEvent(name, detail));
}
widget.on('redirect', ({ url }) => location.assign(url));
connectButtons(() => widget);
