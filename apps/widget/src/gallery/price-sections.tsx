import { useState } from 'react';
import { RateRow } from '../parts/price/rate-row.tsx';
import { CurrencyBadge } from '../parts/currency/currency-badge.tsx';
import { FeeReceipt } from '../parts/price/fee-receipt.tsx';
import { NetworkChip } from '../parts/currency/network-chip.tsx';
import { PurchaseSummary } from '../parts/price/purchase-summary.tsx';
import { Segmented } from '../ui/buttons/segmented.tsx';
import styles from './gallery.module.css';
import { badges, btc, eur, noop, usdt } from './samples.ts';
import { Section } from './section.tsx';
import { State } from './state.tsx';

const rateTypes = [
  { value: 'floating', text: 'Floating' },
  { value: 'fixed', text: 'Fixed' },
] as const;

function RateToggle({ name, start }: { name: string; start: 'floating' | 'fixed' }) {
  const [value, setValue] = useState(start);
  return <Segmented label="Rate type" name={name} value={value} options={rateTypes} onChange={setValue} />;
}

export function RateRowSection() {
  const swap = { label: 'Swap currencies', onSwap: noop };
  return (
    <Section title="RateRow" about="The ring is the time until the next price. A fixed rate has no ring.">
      <RateRow
        swap={swap}
        ring={{ left: 20, period: 30 }}
        rate={{ left: '1 BTC =', right: '58 214.60 EUR' }}
        caption="Updates in 20 s"
      >
        <RateToggle name="rate-a" start="floating" />
      </RateRow>
      <RateRow swap={swap} rate={{ left: '1 BTC =', right: '58 509.20 EUR' }} caption="Locked for 10 min">
        <RateToggle name="rate-b" start="fixed" />
      </RateRow>
      <State name="Without switching, loading">
        <RateRow />
      </State>
    </Section>
  );
}

const lines = [
  { key: 'pay', text: 'You pay by card', amount: '250 EUR' },
  { key: 'card', text: 'Card fee', detail: '1.5% + 0.25 EUR, min. 1 EUR', amount: '− 4 EUR' },
  { key: 'service', text: 'Service fee', detail: '1.4000%', amount: '− 3.50 EUR' },
  { key: 'network', text: 'Network fee', amount: '− 2.33 EUR' },
  { key: 'sum', text: 'Exchanged for you', amount: '240.17 EUR', total: true },
];

export function FeeSection() {
  return (
    <Section title="Fee panel" about="Rows without a fee are absent; the closed line shows the total.">
      <FeeReceipt title="Fees and details" total="9.83 EUR" lines={lines} open />
      <FeeReceipt title="Fees and details" total="9.83 EUR" lines={lines} />
      <FeeReceipt title="Fees and details" lines={[]} />
    </Section>
  );
}

export function SummarySection() {
  return (
    <Section title="Purchase summary row" about="One line always: 14 to 8 px by .5, then without the badges.">
      <PurchaseSummary
        label="250 EUR for 0.00412560 BTC"
        worth="≈ 240.17 EUR"
        payin={{ currency: eur, text: '250 EUR' }}
        payout={{ currency: btc, text: '0.00412560 BTC' }}
      />
      <PurchaseSummary
        label="1 250 000.75 USDT for 1 151 500.69 EUR"
        worth="≈ 1 153 000.12 EUR"
        payin={{ currency: usdt, text: '1 250 000.75 USDT' }}
        payout={{ currency: eur, text: '1 151 500.69 EUR' }}
      />
      <PurchaseSummary
        label="1 250 000 000 000.75 TRY for 412 000 123 456.20628511 BTC"
        worth=""
        payin={{ currency: eur, text: '1 250 000 000 000 000 000.75 TRY' }}
        payout={{ currency: btc, text: '412 000 123 456 000 000.20628511 BTC' }}
      />
    </Section>
  );
}

export function BadgeSection() {
  return (
    <Section
      title="Currency badges"
      about="White symbol where it reaches 3:1, else dark ink. No symbol: first letter of the code."
    >
      <div className={styles.flow}>
        {badges.map((currency) => (
          <CurrencyBadge key={currency.code} currency={currency} />
        ))}
      </div>
      <div className={styles.flow}>
        <CurrencyBadge currency={usdt} size={40}>
          <NetworkChip name="Tron" color="#d9112b" />
        </CurrencyBadge>
        <CurrencyBadge currency={usdt}>
          <NetworkChip name="Ethereum" color="#4a63d8" />
        </CurrencyBadge>
        <CurrencyBadge currency={usdt} size={24} />
        <CurrencyBadge currency={usdt} size={20} />
      </div>
    </Section>
  );
}
