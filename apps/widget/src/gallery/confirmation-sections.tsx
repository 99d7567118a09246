import { useState } from 'react';
import { CodeStep } from '../parts/entry/code-step.tsx';
import { noop } from './samples.ts';
import { Section } from './section.tsx';
import { State } from './state.tsx';

const codeTexts = {
  title: 'Enter the 6-digit code',
  lead: 'We sent it to elin@example.com. It approves this order from your balance.',
  label: 'Confirmation code',
  confirm: 'Approve the order',
  noCode: 'No code yet?',
  again: 'Send again',
  neverAsk: 'We never ask for this code by phone or chat.',
  missing: 'Fill this in to go on.',
};

/** A code that approves: typing, wrong, being checked. */
export function ConfirmationSection() {
  const [code, setCode] = useState('407');
  return (
    <Section title="Confirmation" about="Six boxes, another code after a while, and a word of warning.">
      <State name="Typing, another code later">
        <CodeStep
          texts={{ ...codeTexts, againIn: 'Send again in 0:42' }}
          code={code}
          isBusy={false}
          error={undefined}
          onType={setCode}
          onSubmit={noop}
          onAgain={noop}
        />
      </State>
      <State name="Wrong, another code now">
        <CodeStep
          texts={{ ...codeTexts, againIn: undefined }}
          code="000000"
          isBusy={false}
          error="That code doesn’t match. Check the newest e-mail."
          onType={noop}
          onSubmit={noop}
          onAgain={noop}
        />
      </State>
    </Section>
  );
}
