import { useState } from 'react';
import { CurrencyPicker } from '../parts/currency/currency-picker.tsx';
import type { MenuEntry } from '../parts/page/menu-data.ts';
import type { GroupCalloutProps } from '../parts/page/group-step.tsx';
import { MenuSheet } from '../parts/page/menu-sheet.tsx';
import { Button } from '../ui/buttons/button.tsx';
import { Callout } from '../ui/feedback/callout.tsx';
import { Pill } from '../ui/feedback/pill.tsx';
import { Popup } from '../ui/layout/popup.tsx';
import { QuietButton } from '../ui/buttons/quiet-button.tsx';
import { noop, pickerCurrencies, pickerTexts } from './samples.ts';
import { Section } from './section.tsx';

const entries: readonly MenuEntry[] = [
  { kind: 'link', key: 'home', icon: 'house', text: 'Home', href: '#home' },
  { kind: 'link', key: 'buy', icon: 'plus', text: 'Buy crypto', href: '#buy', current: true },
  {
    kind: 'link',
    key: 'balance',
    icon: 'wallet',
    text: 'Balance',
    href: '#balance',
    end: <span className="num">3 482.32 EUR</span>,
  },
  {
    kind: 'link',
    key: 'list',
    icon: 'receipt',
    text: 'Transactions',
    href: '#list',
    end: <Pill tone="warn">Act now</Pill>,
  },
  { kind: 'line', key: 'line' },
  {
    kind: 'group',
    key: 'language',
    icon: 'globe',
    text: 'Language',
    end: 'English',
    entries: [
      { kind: 'link', key: 'en', text: 'English', lang: 'en', current: true, onChoose: noop },
      { kind: 'link', key: 'es', text: 'Español', lang: 'es', onChoose: noop },
      { kind: 'link', key: 'uk', text: 'Українська', lang: 'uk', onChoose: noop },
    ],
  },
  { kind: 'link', key: 'faq', icon: 'circle-question-mark', text: 'FAQ', href: '#faq' },
  { kind: 'link', key: 'out', icon: 'log-out', flip: true, text: 'Log out', onChoose: noop },
];

function NetworkWarning({ currency }: GroupCalloutProps) {
  if (!currency.isCrypto) return null;
  return (
    <Callout type="warning" title="Match the network of your wallet">
      Coins sent over a network that your wallet doesn’t support can be lost for good.
    </Callout>
  );
}

export function PopupSection() {
  const [open, setOpen] = useState<'picker' | 'menu' | 'choice'>();
  const [value, setValue] = useState({ code: 'BTC', group: 'main' });
  const close = () => setOpen(undefined);
  return (
    <Section title="Popups" about="Scrim, Escape, cross and the system’s back close; the focus returns to the opener.">
      <QuietButton look="line" onClick={() => setOpen('picker')}>
        Currency picker
      </QuietButton>
      <p className="num" data-testid="choice">
        {value.code} {value.group}
      </p>
      <QuietButton look="line" onClick={() => setOpen('menu')}>
        Menu
      </QuietButton>
      <QuietButton look="line" onClick={() => setOpen('choice')}>
        Choice
      </QuietButton>
      <CurrencyPicker
        open={open === 'picker'}
        currencies={pickerCurrencies}
        value={value}
        texts={pickerTexts}
        groupCallout={NetworkWarning}
        onChoose={({ currency, group }) => {
          setValue({ code: currency.code, group: group.id });
          close();
        }}
        onClose={close}
      />
      <MenuSheet
        open={open === 'menu'}
        title="Menu"
        closeLabel="Close menu"
        backLabel="Back to the menu"
        account={{ initials: 'EM', name: 'elin@example.com', text: 'Level 3 of 5' }}
        entries={entries}
        onClose={close}
      />
      <Popup
        open={open === 'choice'}
        title="Cancel this order?"
        closeLabel="Close"
        onClose={close}
        foot={<Button onClick={close}>Keep it</Button>}
      >
        <p>Nothing was charged. You can start again at any time.</p>
      </Popup>
    </Section>
  );
}
