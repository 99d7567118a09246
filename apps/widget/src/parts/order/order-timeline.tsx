import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icons/icon-names.ts';
import styles from './order-timeline.module.css';

export type TimelineState = 'done' | 'now' | 'act' | 'todo' | 'fail';

export interface TimelineStep {
  key: string;
  state: TimelineState;
  title: ReactNode;
  text?: ReactNode;
  /** Whom it waits for, and the usual duration. */
  wait?: ReactNode;
  /** Time of day, or 'now'. */
  time?: ReactNode;
  /** In place of the state's own symbol. */
  icon?: IconName;
}

export interface OrderTimelineProps {
  /** The accessible name of the list. */
  label: string;
  /** Texts for the states that only a dot shows; read out after the title. */
  stateTexts: Partial<Record<TimelineState, string>>;
  steps: readonly TimelineStep[];
}

const icons: Partial<Record<TimelineState, IconName>> = {
  done: 'check',
  now: 'arrow-right',
  act: 'triangle-alert',
  fail: 'x',
};

export function OrderTimeline({ label, stateTexts, steps }: OrderTimelineProps) {
  return (
    <ol className={styles.line} aria-label={label}>
      {steps.map((step) => {
        const icon = step.icon ?? icons[step.state];
        const said = stateTexts[step.state];
        return (
          <li
            key={step.key}
            data-s={step.state}
            aria-current={step.state === 'now' || step.state === 'act' ? 'step' : undefined}
          >
            <span className={styles.stone}>{icon && <Icon name={icon} flip={icon === 'arrow-right'} />}</span>
            <div>
              <b>{step.title}</b>
              {said && <span className="vh">, {said}</span>}
              {step.text && (
                <small>
                  <bdi>{step.text}</bdi>
                </small>
              )}
              {step.wait && (
                <small>
                  <bdi>{step.wait}</bdi>
                </small>
              )}
            </div>
            {step.time && <span className={styles.time}>{step.time}</span>}
          </li>
        );
      })}
    </ol>
  );
}
