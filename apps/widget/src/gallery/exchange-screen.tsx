import { useState } from 'react';
import amounts from '../parts/price/amounts.module.css';
import { RateRow } from '../parts/price/rate-row.tsx';
import { CurrencySelector } from '../parts/currency/currency-selector.tsx';
import { FeeReceipt } from '../parts/price/fee-receipt.tsx';
import { Footer } from '../parts/page/footer.tsx';
import { Header } from '../parts/page/header.tsx';
import { WeAccept } from '../parts/price/we-accept.tsx';
import { AmountField } from '../ui/fields/amount/amount-field.tsx';
import { Button } from '../ui/buttons/button.tsx';
import { Icon } from '../ui/icon.tsx';
import layout from '../ui/layout/layout.module.css';
import { LinkButton } from '../ui/buttons/link-button.tsx';
import { Note } from '../ui/feedback/note.tsx';
import { Segmented } from '../ui/buttons/segmented.tsx';
import { btc, eur, noop } from './samples.ts';

const rateTypes = [
  { value: 'floating', text: 'Floating' },
  { value: 'fixed', text: 'Fixed' },
] as const;

const feeLines = [
  { key: 'pay', text: 'You pay by card', amount: '250 EUR' },
  { key: 'card', text: 'Card fee', detail: '1.5% + 0.25 EUR', amount: '− 4 EUR' },
  { key: 'service', text: 'Service fee', detail: '1.4000%', amount: '− 3.50 EUR' },
  { key: 'network', text: 'Network fee', detail: '0.00004 BTC', amount: '− 2.33 EUR' },
  { key: 'sum', text: 'Exchanged for you', amount: '240.17 EUR', total: true },
];

type State = 'ready' | 'loading' | 'errors';

function Amounts({ state }: { state: State }) {
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
        note={rate === 'floating' ? 'Updates in 20 s' : 'Locked for 10 min'}
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

/** The exchange screen put together from its parts, for comparison with the pictures. */
export function ExchangeScreen({ state }: { state: State }) {
  const loading = state === 'loading';
  return (
    <div className={layout.app}>
      <Header
        name="Causeway"
        homeHref="#"
        notifications={state === 'ready' ? { label: 'Notifications, 2 unread', unread: true, onOpen: noop } : undefined}
        support={{ label: 'Support chat', onOpen: noop }}
        menu={{ label: 'Menu', open: false, onOpen: noop }}
      />
      <form className={layout.main} aria-label="Buy Bitcoin" onSubmit={(event) => event.preventDefault()}>
        <h1 className="vh">Buy Bitcoin</h1>
        <Amounts state={state} />
        {state !== 'errors' && (
          <>
            <div className={layout.row}>
              <LinkButton icon="ticket-percent">Add a coupon</LinkButton>
            </div>
            <FeeReceipt
              title="Fees and details"
              total={loading ? undefined : '9.83 EUR'}
              lines={feeLines}
              open={!loading}
            />
          </>
        )}
        {state === 'errors' && (
          <>
            <Note type="warning" title="Switched to a fixed rate">
              Floating rates aren’t offered for this pair right now.
            </Note>
            <Note type="success" title="Your first order has no service fee">
              We take it off automatically. You still pay card and network costs.
            </Note>
          </>
        )}
        <Button big type="submit" className={layout.push ?? ''} busy={loading} disabled={state === 'errors'}>
          {loading ? 'Getting the price' : 'Buy Bitcoin'}
        </Button>
        <WeAccept>We accept</WeAccept>
      </form>
      <Footer text="Powered by" name="Causeway" href="#" />
    </div>
  );
}
