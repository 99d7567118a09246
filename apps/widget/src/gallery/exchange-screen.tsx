import { FeeReceipt } from '../parts/price/fee-receipt.tsx';
import { Footer } from '../parts/page/footer.tsx';
import { Header } from '../parts/page/header.tsx';
import { WeAccept } from '../parts/price/we-accept.tsx';
import { Button } from '../ui/buttons/button.tsx';
import layout from '../ui/layout/layout.module.css';
import { LinkButton } from '../ui/buttons/link-button.tsx';
import { Callout } from '../ui/feedback/callout.tsx';
import { noop } from './samples.ts';
import { type State, Amounts } from './exchange-amounts.tsx';

const feeLines = [
  { key: 'pay', text: 'You pay by card', amount: '250 EUR' },
  { key: 'card', text: 'Card fee', detail: '1.5% + 0.25 EUR', amount: '− 4 EUR' },
  { key: 'service', text: 'Service fee', detail: '1.4000%', amount: '− 3.50 EUR' },
  { key: 'network', text: 'Network fee', detail: '0.00004 BTC', amount: '− 2.33 EUR' },
  { key: 'sum', text: 'Exchanged for you', amount: '240.17 EUR', total: true },
];

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
            <Callout type="warning" title="Switched to a fixed rate">
              Floating rates aren’t offered for this pair right now.
            </Callout>
            <Callout type="success" title="Your first order has no service fee">
              We take it off automatically. You still pay card and network costs.
            </Callout>
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
