import { EVENT_NAMES } from '@causeway/sdk';
import type { CausewayElement } from '@causeway/sdk/element';
import { logEvent } from './event-log.ts';
import { connectButtons } from './shop.ts';

const element = document.querySelector<CausewayElement>('causeway-widget');

for (const name of EVENT_NAMES) {
  element?.addEventListener(name, (event) => logEvent(name, event instanceof CustomEvent ? event.detail : undefined));
}
connectButtons(() => element?.widget);
