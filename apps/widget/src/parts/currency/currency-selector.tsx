import { Icon } from '../../ui/icon.tsx';
import { type BadgeCurrency, CurrencyBadge } from './currency-badge.tsx';
import styles from './currency-selector.module.css';

export interface CurrencySelectorProps {
  currency: BadgeCurrency;
  /** What the person knows the currency by, usually its code. */
  name: string;
  /** Method or network, under the name. */
  via?: string | undefined;
  /** The accessible name: name, method and 'Change'. */
  label: string;
  disabled?: boolean;
  onOpen: () => void;
}

export function CurrencySelector({ currency, name, via, label, disabled, onOpen }: CurrencySelectorProps) {
  return (
    <button
      className={styles.cur}
      data-edge=""
      type="button"
      aria-haspopup="dialog"
      disabled={disabled}
      onClick={onOpen}
    >
      <CurrencyBadge currency={currency} />
      <span className="vh">{label}</span>
      <span className={styles.text} aria-hidden="true">
        <b>{name}</b>
        {via && <small>{via}</small>}
      </span>
      <Icon name="chevron-down" size="s" />
    </button>
  );
}
