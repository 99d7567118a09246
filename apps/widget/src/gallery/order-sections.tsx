import { AddressText } from '../parts/entry/address-text.tsx';
import { BankPath } from '../parts/order/bank-path.tsx';
import { DetailList, DetailRow } from '../parts/order/detail-row.tsx';
import { OrderHero } from '../parts/order/order-hero.tsx';
import { OrderTimeline } from '../parts/order/order-timeline.tsx';
import type { TimelineStep } from '../parts/order/order-timeline.tsx';
import { StatusPill } from '../parts/order/status-pill.tsx';
import { StepHeader } from '../parts/page/step-header.tsx';
import { Card } from '../ui/layout/card.tsx';
import { Icon } from '../ui/icon.tsx';
import { StepDots } from '../ui/feedback/step-dots.tsx';
import styles from './gallery.module.css';
import { address, noop } from './samples.ts';
import { Section } from './section.tsx';

const steps: readonly TimelineStep[] = [
  { key: 'placed', state: 'done', title: 'Order placed', time: '14:02' },
  { key: 'paid', state: 'done', title: 'Card payment received', text: '250 EUR', time: '14:03' },
  {
    key: 'send',
    state: 'now',
    title: 'Sending to your wallet',
    text: '1 of 2 confirmations · about 8 min',
    time: 'now',
  },
  { key: 'end', state: 'todo', title: 'Done' },
];
const others: readonly TimelineStep[] = [
  { key: 'check', state: 'act', icon: 'camera', title: 'Card check', text: 'Waiting for you', time: 'now' },
  { key: 'declined', state: 'fail', title: 'Payment declined', text: 'Nothing was charged', time: '14:05' },
];
const said = { done: 'done', now: 'in progress', act: 'waiting for you', fail: 'failed' };

export function HeaderSection() {
  const leave = { label: 'Back', onLeave: noop };
  return (
    <Section title="Step headers">
      <StepHeader title="Log in or join" leave={{ kind: 'back', ...leave }}>
        <StepDots step={2} count={4} label="Step 2 of 4" />
      </StepHeader>
      <StepHeader title="Secure payment" icon="lock">
        <StepDots step={4} count={4} label="Step 4 of 4" />
      </StepHeader>
      <StepHeader title="Order" leave={{ kind: 'close', label: 'Close', onLeave: noop }}>
        <StatusPill tone="waiting" live>
          In progress
        </StatusPill>
      </StepHeader>
      <StepHeader title="Without a way back" />
    </Section>
  );
}

export function OrderSection() {
  return (
    <Section title="Order">
      <OrderHero
        title="You’re getting"
        amount="0.00412560"
        exact="0.00412560"
        code="BTC"
        text="for 250 EUR by card · Visa ···· 4417"
      />
      <Card>
        <OrderTimeline label="Progress of the order" stateTexts={said} steps={steps} />
      </Card>
      <Card kind="act">
        <OrderTimeline label="Other states" stateTexts={said} steps={others} />
      </Card>
      <OrderHero
        finished
        title="Sent to your wallet"
        amount="0.00412560"
        exact="0.00412560"
        code="BTC"
        text="250 EUR · 3 June, 14:14"
      />
      <DetailList>
        <DetailRow label="Order number" copy={{ text: 'CW-48213907', label: 'Copy order number' }}>
          <span className="num">CW-4821 3907</span>
        </DetailRow>
        <DetailRow label="To" copy={{ text: address, label: 'Copy address' }}>
          <AddressText address={address} short />
        </DetailRow>
        <DetailRow label="Transaction">
          <a className="num" href="#tx">
            4d1a2b7e…0c9
            <Icon name="external-link" size="s" />
          </a>
        </DetailRow>
      </DetailList>
      <AddressText address={address} />
    </Section>
  );
}

export function StatusSection() {
  return (
    <Section title="Order status" about="Each group has its own icon.">
      <div className={styles.flow}>
        <StatusPill tone="waiting">Waiting for payment</StatusPill>
        <StatusPill tone="act">Confirm e-mail</StatusPill>
        <StatusPill tone="done">Finished</StatusPill>
        <StatusPill tone="failed">Expired</StatusPill>
      </div>
      <BankPath />
    </Section>
  );
}
