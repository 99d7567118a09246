import { Footer } from '../parts/page/footer.tsx';
import { WeAccept } from '../parts/price/we-accept.tsx';
import { Card } from '../ui/layout/card.tsx';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { ListRow } from '../ui/layout/list-row.tsx';
import { Pill } from '../ui/feedback/pill.tsx';
import { ProgressBar } from '../ui/feedback/progress-bar.tsx';
import { QuietButton } from '../ui/buttons/quiet-button.tsx';
import { Skeleton } from '../ui/feedback/skeleton.tsx';
import { StepDots } from '../ui/feedback/step-dots.tsx';
import { ToastHost } from '../ui/feedback/toast-host.tsx';
import { toastStore } from '../ui/feedback/toast-store.ts';
import styles from './gallery.module.css';
import { noop } from './samples.ts';
import { Section } from './section.tsx';

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
