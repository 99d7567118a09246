import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import type { IconName } from '../icons/icon-names.ts';
import styles from './option-list.module.css';

export interface Option {
  value: string;
  /** A badge, or an icon in a tile. */
  lead?: ReactNode;
  icon?: IconName | undefined;
  title: ReactNode;
  text?: ReactNode;
  disabled?: boolean;
  /** A small button beside the option. */
  action?: ReactNode;
}

export interface OptionListProps {
  /** The accessible name of the group. */
  label: string;
  name: string;
  value: string | undefined;
  options: readonly Option[];
  onChange: (value: string) => void;
}

/** One of several, as large native radio buttons. */
export function OptionList({ label, name, value, options, onChange }: OptionListProps) {
  return (
    <div className={styles.list} role="radiogroup" aria-label={label}>
      {options.map((option) =>
        option.action ? (
          <div key={option.value} className={styles.row}>
            <Choice option={option} name={name} checked={option.value === value} onChange={onChange} />
            {option.action}
          </div>
        ) : (
          <Choice key={option.value} option={option} name={name} checked={option.value === value} onChange={onChange} />
        ),
      )}
    </div>
  );
}

interface ChoiceProps extends Pick<OptionListProps, 'name' | 'onChange'> {
  option: Option;
  checked: boolean;
}

function Choice({ option, name, checked, onChange }: ChoiceProps) {
  return (
    <label className={styles.opt} data-edge="">
      {option.icon ? (
        <span className={styles.tile}>
          <Icon name={option.icon} />
        </span>
      ) : (
        option.lead
      )}
      <span>
        <span className={styles.title}>{option.title}</span>
        {option.text && <span className={styles.text}>{option.text}</span>}
      </span>
      <input
        type="radio"
        name={name}
        checked={checked}
        disabled={option.disabled}
        onChange={() => onChange(option.value)}
      />
    </label>
  );
}
