import { PromptCard } from '../parts/order/prompt-card.tsx';
import { AddressText } from '../parts/entry/address-text.tsx';
import { CountdownRing } from '../parts/order/countdown-ring.tsx';
import { DetailList, DetailRow } from '../parts/order/detail-row.tsx';
import { FeeRail } from '../parts/price/fee-rail.tsx';
import { LateQr } from '../parts/entry/late-qr.tsx';
import { OrderTimeline } from '../parts/order/order-timeline.tsx';
import { TransactionLink } from '../parts/order/transaction-link.tsx';
import { Button } from '../ui/buttons/button.tsx';
import { Card } from '../ui/layout/card.tsx';
import { ProgressBar } from '../ui/feedback/progress-bar.tsx';
import { QuietButton } from '../ui/buttons/quiet-button.tsx';
import { address } from './samples.ts';
import { Section } from './section.tsx';
import { State } from './state.tsx';

export function PayingSection() {
  return (
    <Section title="Paying by transfer and in coins" about="The code is dark on white in every theme.">
      <LateQr text={`bitcoin:${address}?amount=0.01`} label="QR code of the address" />
      <AddressText address={address} />
      <State name="Held">
        <CountdownRing
          left={872}
          period={900}
          title="Rate held for 14:32"
          text="Money that comes later is asked about."
        />
      </State>
      <State name="Nearly over">
        <CountdownRing left={42} period={900} title="Rate held for 0:42" />
      </State>
      <State name="Over">
        <CountdownRing left={0} period={900} title="The price has ended" />
      </State>
      <ProgressBar label="100 EUR of 250 EUR received" value={40} />
      <DetailList>
        <DetailRow label="Transaction">
          <TransactionLink txid="4d1a2b7e00c9" href="https://explorer.example/4d1a2b7e00c9" short="4d1a2b7e…0c9" />
        </DetailRow>
        <DetailRow label="Without a page">
          <TransactionLink txid="4d1a2b7e00c9" href="" short="4d1a2b7e…0c9" />
        </DetailRow>
        <DetailRow label="A long label beside a long value">
          <span className="num">CW7Q2M9V4T8K1N5X3B</span>
        </DetailRow>
      </DetailList>
    </Section>
  );
}

export function DecisionSection() {
  return (
    <Section title="Act now" about="One amber card: what, why, one button, until when.">
      <PromptCard
        title="100 EUR of 250 EUR has arrived"
        deadline="Otherwise sent back on 24 November, 15:14"
        action={
          <>
            <Button big>Get 0.00158123 BTC</Button>
            <QuietButton look="line">Send 100 EUR back</QuietButton>
          </>
        }
      >
        <p>Go on with what is here at the rate of now, have it back, or send the rest.</p>
      </PromptCard>
      <PromptCard title="Follow the letter we sent you">
        <p>It says what your payment still needs.</p>
      </PromptCard>
      <Card>
        <OrderTimeline
          label="Whom it waits for"
          stateTexts={{ now: 'under way', todo: 'to come' }}
          steps={[
            {
              key: 'paid',
              state: 'now',
              title: 'Waiting for the transfer',
              text: 'Send 250 EUR from your bank',
              wait: 'Your bank · usually one working day',
              time: 'now',
            },
            { key: 'exchange', state: 'todo', title: 'Exchange', wait: 'Us · a few seconds' },
            { key: 'send', state: 'todo', title: 'Sending to your wallet', wait: 'The network · about 10 min' },
          ]}
        />
      </Card>
    </Section>
  );
}

export function ReceiptSection() {
  return (
    <Section title="Receipt" about="Equal to the quote line by line, or saying why not.">
      <FeeRail
        lines={[
          { key: 'payin', text: 'You paid', detail: 'quoted 250 EUR; a part was paid', amount: '100 EUR' },
          { key: 'network', text: 'Pay-out fee', amount: '2.33 EUR' },
          {
            key: 'exchanged',
            text: 'Exchanged',
            detail: 'quoted 240.17 EUR; a part was paid',
            amount: '92.10 EUR',
            total: true,
          },
        ]}
      />
    </Section>
  );
}
