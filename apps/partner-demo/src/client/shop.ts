import type { CausewayHandle, CausewayOptions } from '@causeway/sdk';
import { logEvent } from './event-log.ts';
import './shop.css';

const theme = { light: 'light', dark: 'dark', auto: 'auto' } as const;
const box = document.querySelector<HTMLElement>('#pay')?.dataset;
const choice = Object.values(theme).find((each) => each === box?.['themeChoice']);

/** What this shop asks of the widget, in the shop's own colours. */
export const shopOptions: CausewayOptions = {
  origin: box?.['origin'] ?? '',
  partnerKey: box?.['partnerKey'] ?? '',
  theme: choice,
  brand: '8a3b22',
  brandDark: 'f0b193',
  radius: '6px',
  payinCurrency: 'EUR',
  payinAmount: '250',
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
