import { type CurrencyMatch, isChoosable, plainText } from './search-currencies.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { CurrencyBadge } from './currency-badge.tsx';
import styles from './currency-option.module.css';
import { NetworkChip } from './network-chip.tsx';

/** A text with the searched parts underlined: not by colour alone. */
function MarkedText({ text, query }: { text: string; query: string }) {
  const searched = plainText(query.trim());
  const at = searched === '' ? -1 : plainText(text).indexOf(searched);
  // A text whose length changes without its accents cannot be cut by position.
  if (at < 0 || plainText(text).length !== text.length) return text;
  const end = at + searched.length;
  return (
    <>
      {text.slice(0, at)}
      <mark className={styles.mark}>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  );
}

interface CurrencyOptionProps {
  id: string;
  match: CurrencyMatch;
  query: string;
  /** The option that the arrow keys have reached. */
  active: boolean;
  chosen: boolean;
  balanceText: string;
  onChoose: () => void;
}

function secondLine({ currency, group }: CurrencyMatch): string {
  const via = group
    ? [group.title, group.token, group.isPaused && group.detail].filter(Boolean).join(', ')
    : currency.summary;
  return [currency.code, via].filter(Boolean).join(' · ');
}

function End({ match, chosen, balanceText }: Pick<CurrencyOptionProps, 'match' | 'chosen' | 'balanceText'>) {
  const { balance, groups } = match.currency;
  if (chosen) return <Icon name="check" className={styles.check} />;
  if (balance !== undefined) {
    return (
      <span className={styles.balance}>
        <span className="num">{balance}</span>
        <small>{balanceText}</small>
      </span>
    );
  }
  return groups.length > 1 && !match.group ? (
    <Icon name="chevron-right" size="s" flip className={styles.chevron} />
  ) : null;
}

export function CurrencyOption({ id, match, query, active, chosen, balanceText, onChoose }: CurrencyOptionProps) {
  const { currency, group } = match;
  const isOff = group ? group.isPaused === true : !isChoosable(currency);
  return (
    <li
      id={id}
      role="option"
      aria-selected={chosen}
      aria-disabled={isOff || undefined}
      className={classNames(styles.item, active && styles.active, isOff && styles.off)}
      onClick={onChoose}
    >
      <CurrencyBadge currency={currency} size={40}>
        {group?.color && <NetworkChip name={group.title} color={group.color} />}
      </CurrencyBadge>
      <span className={styles.grow}>
        <span className={styles.name}>
          <MarkedText text={currency.fullName} query={query} />
        </span>
        <span className={styles.text}>
          <MarkedText text={secondLine(match)} query={query} />
        </span>
      </span>
      <End match={match} chosen={chosen} balanceText={balanceText} />
    </li>
  );
}
