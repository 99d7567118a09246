import { useState } from 'react';
import { Footer } from '../parts/page/footer.tsx';
import { WeAccept } from '../parts/price/we-accept.tsx';
import { Button } from '../ui/buttons/button.tsx';
import { ButtonLink } from '../ui/buttons/button-link.tsx';
import { Card } from '../ui/layout/card.tsx';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { IconButton } from '../ui/buttons/icon-button.tsx';
import { ListRow } from '../ui/layout/list-row.tsx';
import { MiniButton } from '../ui/buttons/mini-button.tsx';
import { Pill } from '../ui/feedback/pill.tsx';
import { ProgressBar } from '../ui/feedback/progress-bar.tsx';
import { QuietButton } from '../ui/buttons/quiet-button.tsx';
import { Skeleton } from '../ui/feedback/skeleton.tsx';
import { slideStep, StepSwitch } from '../ui/buttons/step-switch.tsx';
import { StepDots } from '../ui/feedback/step-dots.tsx';
import text from '../ui/layout/text.module.css';
import { ToastHost } from '../ui/feedback/toast-host.tsx';
import { toastStore } from '../ui/feedback/toast-store.ts';
import styles from './gallery.module.css';
import { noop } from './samples.ts';
import { Section } from './section.tsx';
import { State } from './state.tsx';

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

export function WaitingSection() {
  return (
    <Section title="Loading and empty" about="Skeletons appear after 550 ms and copy the final layout.">
      <Card kind="flush">
        <ListRow
          lead={<Skeleton width="40px" height="40px" round />}
          title={<Skeleton width="42%" height="12px" />}
          end={<Skeleton width="74px" height="12px" />}
        />
        <ListRow icon="history" title="bc1qar0…5mdq" text="Last used 12 May" chevron onPress={noop} />
        <ListRow icon="wallet" on title="My Causeway balance" text="No network fee" chevron href="#balance" />
        <ListRow
          icon="lock"
          title="Source of funds"
          text="Opens after address"
          end={
            <Pill tone="ok" icon="check">
              Verified
            </Pill>
          }
        />
      </Card>
      <Card>
        <EmptyState title="No currency matches “dogecion”">Check the spelling or search by network.</EmptyState>
      </Card>
      <ProgressBar label="Opening the payment page" />
      <ProgressBar label="Uploading" value={64} />
      <div className={styles.flow}>
        <StepDots step={2} count={4} label="Step 2 of 4" />
        <Pill>TRC20</Pill>
        <Pill tone="accent">2</Pill>
      </div>
      <WeAccept>We accept</WeAccept>
      <Footer text="Powered by" name="Causeway" href="#" />
    </Section>
  );
}

const toasts = toastStore();

export function ToastSection() {
  return (
    <Section title="Toasts" about="6 seconds; errors stay until closed.">
      <div className={styles.flow}>
        <QuietButton look="line" small onClick={() => toasts.show({ text: 'Address copied' })}>
          Copied
        </QuietButton>
        <QuietButton
          look="line"
          small
          onClick={() =>
            toasts.show({ text: 'Your card wasn’t removed', kind: 'error', action: { text: 'Try again', run: noop } })
          }
        >
          Failed
        </QuietButton>
      </div>
      <ToastHost store={toasts} label="Messages" closeLabel="Close the message" />
    </Section>
  );
}

export function StepSection() {
  const [step, setStep] = useState(1);
  return (
    <Section title="Steps" about="Forward from the inline end, back from the inline start.">
      <StepSwitch step={String(step)}>
        <Card>Step {step}</Card>
      </StepSwitch>
      <div className={text.two}>
        <QuietButton look="line" onClick={() => slideStep('back', () => setStep(step - 1))}>
          Step back
        </QuietButton>
        <QuietButton look="line" onClick={() => slideStep('forward', () => setStep(step + 1))}>
          Step forward
        </QuietButton>
      </div>
    </Section>
  );
}
