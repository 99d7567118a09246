import { useState } from 'react';
import { Card } from '../ui/layout/card.tsx';
import { Checkbox } from '../ui/fields/checkbox.tsx';
import { CodeField } from '../ui/fields/code-field.tsx';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/buttons/icon-button.tsx';
import { LinkButton } from '../ui/buttons/link-button.tsx';
import { ibanMask } from '../ui/fields/mask.ts';
import { MiniButton } from '../ui/buttons/mini-button.tsx';
import { Note } from '../ui/feedback/note.tsx';
import { OptionList } from '../ui/layout/option-list.tsx';
import { PasswordField } from '../ui/fields/password-field.tsx';
import { QuietButton } from '../ui/buttons/quiet-button.tsx';
import { SegmentedTabs } from '../ui/buttons/segmented-tabs.tsx';
import { StrengthBars } from '../ui/fields/strength-bars.tsx';
import { SwitchRow } from '../ui/fields/switch-row.tsx';
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
        <Note
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

function Code({ name, start, ...rest }: { name: string; start: string; busy?: boolean; error?: string }) {
  const [value, setValue] = useState(start);
  const [sent, setSent] = useState('');
  return (
    <State name={sent ? `${name}, sent ${sent}` : name}>
      <CodeField label={`Code, ${name}`} value={value} onChange={setValue} onComplete={setSent} {...rest} />
    </State>
  );
}

export function CodeSection() {
  return (
    <Section title="Code input" about="Six digits, always left to right, paste fills all, submits itself at six.">
      <Code name="Entering" start="407" />
      <Code name="Checking" start="407218" busy />
      <Code name="Wrong code" start="407218" error="That code doesn’t match. Check the newest e-mail." />
    </Section>
  );
}

const words = ['', 'Weak', 'Fair', 'Good', 'Strong'];
const tabs = [
  { value: 'login', text: 'Log in', panel: 'gallery-auth' },
  { value: 'join', text: 'Create account', panel: 'gallery-auth-join' },
] as const;

export function AuthSection() {
  const [tab, setTab] = useState<'login' | 'join'>('join');
  const [password, setPassword] = useState('correcthorsebat');
  const [terms, setTerms] = useState(true);
  const [news, setNews] = useState(false);
  const strength = Math.min(Math.ceil(password.length / 5), 4);
  return (
    <Section title="Log in and join">
      <SegmentedTabs label="Account" value={tab} options={tabs} onChange={setTab} />
      <div
        id={tab === 'login' ? 'gallery-auth' : 'gallery-auth-join'}
        role="tabpanel"
        aria-label={tab === 'login' ? 'Log in' : 'Create account'}
      >
        <PasswordField
          label="Choose a password"
          value={password}
          onChange={setPassword}
          autoComplete="new-password"
          showLabel="Show password"
          hideLabel="Hide password"
        />
      </div>
      <div id={tab === 'login' ? 'gallery-auth-join' : 'gallery-auth'} hidden />
      <StrengthBars strength={strength}>{words[strength]}</StrengthBars>
      <Checkbox checked={terms} onChange={setTerms}>
        I agree to the <a href="#terms">terms of use</a> and <a href="#privacy">privacy notice</a>
      </Checkbox>
      <Checkbox checked={news} onChange={setNews} error="Please agree to go on.">
        Send me product news, at most once a month
      </Checkbox>
      <Card kind="flush">
        <SwitchRow isOn={news} onTurn={setNews}>
          News of the product
        </SwitchRow>
        <SwitchRow isOn={!news} busy onTurn={setNews}>
          Being saved
        </SwitchRow>
      </Card>
    </Section>
  );
}

export function OptionSection() {
  const [method, setMethod] = useState('card');
  return (
    <Section title="Options">
      <OptionList
        label="Payment method"
        name="gallery-method"
        value={method}
        onChange={setMethod}
        options={[
          { value: 'card', icon: 'credit-card', title: 'Card', text: 'Visa, Mastercard, Maestro · instant' },
          { value: 'sepa', icon: 'landmark', title: 'SEPA transfer', text: 'No card fee · 1 working day' },
          { value: 'balance', icon: 'wallet', title: 'Causeway balance', text: 'Not in this country', disabled: true },
        ]}
      />
    </Section>
  );
}

export function MessageSection() {
  return (
    <Section title="Messages by type" about="Only danger interrupts a screen reader.">
      <Note title="We can’t reach the price service">Your amounts are kept. We try again every few seconds.</Note>
      <Note type="warning" title="Switched to a fixed rate">
        Floating rates aren’t offered for this pair right now.
      </Note>
      <Note type="info" title="This is above your current limit">
        Verify your identity to pay up to 10 000 EUR. <a href="#limits">Raise limit</a>
      </Note>
      <Note type="success" title="Your first order has no service fee">
        We take it off automatically.
      </Note>
      <Note type="plain" icon="lock" live={false}>
        We never ask for this code by phone or chat.
      </Note>
      <p>
        <Icon name="loader-circle" spin />
      </p>
      <LinkButton onClick={noop}>Plain link button</LinkButton>
    </Section>
  );
}
