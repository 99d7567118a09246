import { useState } from 'react';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/buttons/icon-button.tsx';
import { LinkButton } from '../ui/buttons/link-button.tsx';
import { ibanMask } from '../ui/fields/mask.ts';
import { MiniButton } from '../ui/buttons/mini-button.tsx';
import { Callout } from '../ui/feedback/callout.tsx';
import { QuietButton } from '../ui/buttons/quiet-button.tsx';
import { TextAreaField } from '../ui/fields/text-area-field.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import type { TextFieldProps } from '../ui/fields/text-field.tsx';
import { address, noop } from './samples.ts';
import { Section } from './section.tsx';
import { State } from './state.tsx';

function Field({ start, ...rest }: Omit<TextFieldProps, 'value' | 'onChange'> & { start: string }) {
  const [value, setValue] = useState(start);
  return <TextField {...rest} value={value} onChange={setValue} />;
}

export function TextSection() {
  const [wallet, setWallet] = useState(address);
  return (
    <Section
      title="Text input"
      about="Label above, help below, error replaces help. Masks group as you type and never eat a paste."
    >
      <Field label="Phone" start="+49 151 2345 6788" help="We send one SMS." type="tel" />
      <Field label="IBAN" start="DE89370400440532013000" help="Commerzbank, Germany" ok mask={ibanMask} dir="ltr" />
      <Field label="Card holder" hint="As printed on the card" start="ELIN MAAS" />
      <Field label="Date of birth" start="14.02.2011" error="You need to be 18 or older." />
      <Field label="Destination tag" hint="XRP only" start="" placeholder="Optional for your own wallet" />
      <TextAreaField
        label="Bitcoin address"
        value={wallet}
        onChange={setWallet}
        ok
        help="Valid Bitcoin address (SegWit)"
        action={<IconButton icon="scan-line" label="Scan QR code" />}
      />
    </Section>
  );
}

export function CouponSection() {
  return (
    <Section title="Coupon">
      <State name="Collapsed">
        <div>
          <LinkButton icon="ticket-percent">Add a coupon</LinkButton>
        </div>
      </State>
      <State name="Open">
        <Field
          label="Coupon"
          hint={<LinkButton>Hide</LinkButton>}
          icon="ticket-percent"
          start=""
          placeholder="Type or paste a code"
          action={
            <QuietButton look="soft" small>
              Apply
            </QuietButton>
          }
        />
      </State>
      <State name="Applied">
        <Callout
          type="success"
          icon="ticket-percent"
          title="HARBOUR10 · 10% off the service fee"
          action={<MiniButton icon="x" label="Remove coupon" />}
        />
      </State>
      <State name="Rejected">
        <Field
          label="Coupon"
          icon="ticket-percent"
          start="HARBOUR10"
          error="This coupon ended on 31 May."
          action={<IconButton icon="x" label="Clear coupon" />}
        />
      </State>
    </Section>
  );
}

export function MessageSection() {
  return (
    <Section title="Messages by type" about="Only danger interrupts a screen reader.">
      <Callout title="We can’t reach the price service">Your amounts are kept. We try again every few seconds.</Callout>
      <Callout type="warning" title="Switched to a fixed rate">
        Floating rates aren’t offered for this pair right now.
      </Callout>
      <Callout type="info" title="This is above your current limit">
        Verify your identity to pay up to 10 000 EUR. <a href="#limits">Raise limit</a>
      </Callout>
      <Callout type="success" title="Your first order has no service fee">
        We take it off automatically.
      </Callout>
      <Callout type="plain" icon="lock" live={false}>
        We never ask for this code by phone or chat.
      </Callout>
      <p>
        <Icon name="loader-circle" spin />
      </p>
      <LinkButton onClick={noop}>Plain link button</LinkButton>
    </Section>
  );
}
