import { useState } from 'react';
import { Card } from '../ui/layout/card.tsx';
import { Checkbox } from '../ui/fields/checkbox.tsx';
import { CodeField } from '../ui/fields/code-field.tsx';
import { PasswordField } from '../ui/fields/password-field.tsx';
import { SegmentedTabs } from '../ui/buttons/segmented-tabs.tsx';
import { StrengthBars } from '../ui/fields/strength-bars.tsx';
import { SwitchRow } from '../ui/fields/switch-row.tsx';
import { Section } from './section.tsx';
import { State } from './state.tsx';

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
