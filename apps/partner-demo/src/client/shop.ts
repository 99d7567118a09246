import type { CausewayHandle } from '@causeway/sdk';
import { logEvent } from './event-log.ts';
import '@fontsource-variable/geologica/wght.css';
import './shop.css';

const themes = ['light', 'dark', 'auto'] as const;
const page = document.querySelector<HTMLElement>('#pay')?.dataset;

/** What differs from one installation of this shop to another; the server writes it into the page. */
export const shop = {
  origin: page?.['origin'] ?? '',
  partnerKey: page?.['partnerKey'] ?? '',
  theme: themes.find((theme) => theme === page?.['themeChoice']),
};

const examples = {
  'open-exchange': { payinCurrency: 'EUR', payinAmount: '100' },
  login: {},
  register: {},
  reset: {},
  logout: {},
} as const;

const isExample = (name: string | undefined): name is keyof typeof examples =>
  name !== undefined && Object.hasOwn(examples, name);

/** Lets the buttons above the log send their events into the widget. */
export function connectButtons(widget: () => CausewayHandle | undefined): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-send]')) {
    button.addEventListener('click', () => {
      const event = button.dataset['send'];
      if (!isExample(event)) return;
      if (event === 'open-exchange') widget()?.send(event, examples[event]);
      else widget()?.send(event, {});
      logEvent(event, examples[event], 'out');
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
