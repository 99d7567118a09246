import { EVENT_NAMES, type CausewayHandle, type CausewayOptions } from '@causeway/sdk';
import { EXAMPLES, isExample } from '../pages/examples.ts';
import { logEvent } from './event-log.ts';
import '@fontsource-variable/geologica/wght.css';
import './shop.css';

const themes = ['light', 'dark', 'auto'] as const;
const page = document.querySelector<HTMLElement>('#pay')?.dataset;

/** What differs from one installation of this shop to another, and its look; the server writes it into the page. */
export const shop: CausewayOptions = {
  origin: page?.['origin'] ?? '',
  partnerKey: page?.['partnerKey'] ?? '',
  theme: themes.find((theme) => theme === page?.['themeChoice']),
  brand: '8a3b22',
  brandDark: 'f0b193',
  radius: '6px',
};

/** Shows every event of a widget, and connects the buttons above the log to it. */
export function follow(widget: CausewayHandle): void {
  for (const name of EVENT_NAMES) widget.on(name, (detail) => logEvent(name, detail));
  // A listener of this event must follow the redirect itself.
  widget.on('redirect', ({ url }) => location.assign(url));
  connectButtons(() => widget);
}

/** Lets the buttons above the log send their events into the widget. */
export function connectButtons(widget: () => CausewayHandle | undefined): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-send]')) {
    button.addEventListener('click', () => {
      const event = button.dataset['send'];
      if (!isExample(event)) return;
      widget()?.send(event, EXAMPLES[event]);
      logEvent(event, EXAMPLES[event], 'out');
    });
  }
}

const note = document.querySelector('#till-note');
for (const radio of document.querySelectorAll<HTMLInputElement>('input[name="way"]')) {
  radio.addEventListener('change', () => {
    if (note)
      note.textContent = radio.value === 'crypto' ? '' : 'This demo till takes crypto only. The rest is for show.';
  });
}
