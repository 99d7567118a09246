import type { KeyboardEvent, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './segmented-tabs.module.css';
import segmented from './segmented.module.css';

export interface SegmentedTabsProps<T extends string> {
  /** The accessible name of the list. */
  label: string;
  value: T;
  /** `panel` is the id of the part of the page that the tab shows. */
  options: readonly { value: T; text: ReactNode; panel: string }[];
  onChange: (value: T) => void;
}

const moves: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/** Tabs that look like a segmented choice. Arrow keys move and choose. */
export function SegmentedTabs<T extends string>({ label, value, options, onChange }: SegmentedTabsProps<T>) {
  function move(event: KeyboardEvent<HTMLDivElement>): void {
    const step = moves[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? -step : step;
    const at = options.findIndex((option) => option.value === value);
    const next = options[(at + forward + options.length) % options.length];
    if (!next) return;
    onChange(next.value);
    event.currentTarget.querySelector<HTMLElement>(`[aria-controls="${next.panel}"]`)?.focus();
  }
  return (
    <div className={classNames(segmented.seg, styles.fill)} role="tablist" aria-label={label} onKeyDown={move}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="tab"
          className={segmented.part}
          aria-selected={option.value === value}
          aria-controls={option.panel}
          tabIndex={option.value === value ? 0 : -1}
          onClick={() => onChange(option.value)}
        >
          {option.text}
        </button>
      ))}
    </div>
  );
}
