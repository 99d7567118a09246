import { useRef, useState } from 'react';
import { Button } from '../ui/buttons/button.tsx';
import { ButtonLink } from '../ui/buttons/button-link.tsx';
import { Card } from '../ui/layout/card.tsx';
import { IconButton } from '../ui/buttons/icon-button.tsx';
import { MiniButton } from '../ui/buttons/mini-button.tsx';
import { QuietButton } from '../ui/buttons/quiet-button.tsx';
import { type StepDirection, useStepSlide } from '../ui/buttons/use-step-slide.ts';
import text from '../ui/layout/text.module.css';
import styles from './gallery.module.css';
import { Section } from './section.tsx';
import { State } from './state.tsx';
import { OptionList } from '../ui/layout/option-list.tsx';

export function ButtonSection() {
  return (
    <Section title="Buttons" about="One filled button per view. Minimum height 44 px.">
      <div className={text.two}>
        <State name="Primary">
          <Button big>Buy Bitcoin</Button>
        </State>
        <State name="Busy">
          <Button big busy>
            Placing
          </Button>
        </State>
        <State name="Disabled">
          <Button big disabled>
            Buy Bitcoin
          </Button>
        </State>
        <State name="Line">
          <QuietButton look="line" icon="receipt-text">
            Receipt
          </QuietButton>
        </State>
        <State name="Soft">
          <QuietButton look="soft">Add card</QuietButton>
        </State>
        <State name="Bare">
          <QuietButton look="bare">Edit e-mail</QuietButton>
        </State>
        <State name="Danger">
          <QuietButton look="danger">Cancel order</QuietButton>
        </State>
        <State name="Link">
          <ButtonLink href="#link" look="line" icon="external-link">
            Open
          </ButtonLink>
        </State>
      </div>
      <div className={styles.flow}>
        <QuietButton look="fill" small>
          Start
        </QuietButton>
        <QuietButton look="line" small>
          Fix
        </QuietButton>
        <QuietButton look="soft" small disabled>
          Add
        </QuietButton>
        <IconButton icon="bell" label="Notifications, 2 unread" dot />
        <IconButton icon="arrow-left" label="Back" flip />
        <MiniButton icon="copy" label="Copy" />
      </div>
    </Section>
  );
}

export function StepSection() {
  const [{ step, direction }, setShown] = useState<{ step: number; direction: StepDirection }>({
    step: 1,
    direction: 'forward',
  });
  const box = useRef<HTMLDivElement>(null);
  useStepSlide(() => box.current, step, direction);
  return (
    <Section title="Steps" about="Forward from the inline end, back from the inline start.">
      <div ref={box}>
        <Card key={step}>Step {step}</Card>
      </div>
      <div className={text.two}>
        <QuietButton look="line" onClick={() => setShown({ step: step - 1, direction: 'back' })}>
          Step back
        </QuietButton>
        <QuietButton look="line" onClick={() => setShown({ step: step + 1, direction: 'forward' })}>
          Step forward
        </QuietButton>
      </div>
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
