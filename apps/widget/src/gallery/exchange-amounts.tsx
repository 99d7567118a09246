import { useState } from 'react';
import amounts from '../parts/price/amounts.module.css';
import { RateRow } from '../parts/price/rate-row.tsx';
import { CurrencySelector } from '../parts/currency/currency-selector.tsx';
import { AmountField } from '../ui/fields/amount/amount-field.tsx';
import { Icon } from '../ui/icon.tsx';
import { LinkButton } from '../ui/buttons/link-button.tsx';
import { Segmented } from '../ui/buttons/segmented.tsx';
import { btc, eur, noop } from './samples.ts';

const rateTypes = [
  { value: 'floating', text: 'Floating' },
  { value: 'fixed', text: 'Fixed' },
] as const;

export type State = 'ready' | 'loading' | 'errors';

export function Amounts({ state }: { state: State }) {
  const [payin, setPayin] = useState(state === 'errors' ? '15' : '250');
  const [rate, setRate] = useState<'floating' | 'fixed'>(state === 'errors' ? 'fixed' : 'floating');
  const loading = state === 'loading';
  const fix = (
    <>
      Card payments start at 30 EUR.{' '}
      <LinkButton inline onClick={() => setPayin('30')}>
        Use 30 EUR
      </LinkButton>
    </>
  );
  return (
    <div className={amounts.swap}>
      <AmountField
        label="You pay"
        value={payin}
        precision={2}
        onChange={setPayin}
        error={state === 'errors' && payin === '15' && fix}
      >
        <CurrencySelector currency={eur} name="EUR" via="Card" label="EUR, Card. Change" onOpen={noop} />
      </AmountField>
      <RateRow
        swap={{ label: 'Swap currencies', onSwap: noop }}
        ring={rate === 'floating' ? { left: 20, period: 30 } : undefined}
        rate={loading ? undefined : { left: '1 BTC =', right: '58 214.60 EUR' }}
        caption={rate === 'floating' ? 'Updates in 20 s' : 'Locked for 10 min'}
      >
        <Segmented label="Rate type" name={`rate-${state}`} value={rate} options={rateTypes} onChange={setRate} />
      </RateRow>
      <AmountField
        label="You get"
        value={state === 'ready' ? '0.00412560' : ''}
        precision={8}
        calculated
        loading={loading}
        onChange={noop}
        aside={
          state !== 'errors' && (
            <>
              <Icon name="clock" size="s" />
              about 10 min
            </>
          )
        }
      >
        <CurrencySelector currency={btc} name="BTC" via="Bitcoin" label="BTC, Bitcoin. Change" onOpen={noop} />
      </AmountField>
    </div>
  );
}
