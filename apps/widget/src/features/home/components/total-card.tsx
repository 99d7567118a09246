import { formatMoney } from '@causeway/domain/money/format-money';
import { nameOf, precisionOf, showAmount } from '../../../lib/format/show-amount.ts';
import { useTexts } from '../../../platform/runtime.ts';
import type { Balance } from '../rules/shown-balances.ts';
import styles from '../home.module.css';
import { shownHold } from '../rules/shown-balances.ts';

/** Everything together in the primary currency, what that is in the secondary one, and what is held of it. */
export function TotalCard({ balance }: { balance: Balance }) {
  const t = useTexts();
  const { primaryBalance, primaryCurrency, secondaryBalance, secondaryCurrency, currencyData } = balance;
  const entry = currencyData[primaryCurrency];
  const precision = precisionOf(entry);
  const [whole = '', fraction] = formatMoney(primaryBalance, { precision, rounding: 'down' }).split('.');
  const name = nameOf(entry, primaryCurrency);
  const hold = shownHold(balance);
  const notes = [
    ...(secondaryBalance === ''
      ? []
      : [t('tpl:home:worth', { amount: showAmount(secondaryBalance, secondaryCurrency, currencyData) })]),
    ...(hold === '' ? [] : [t('tpl:home:hold', { amount: showAmount(hold, primaryCurrency, currencyData) })]),
  ];
  const size: Record<string, number> = { '--n': primaryBalance.length + name.length + 1 };
  return (
    <section className={styles.hero} aria-label={t('tpl:home:total')}>
      <p className={styles.quiet}>{t('tpl:home:total')}</p>
      {primaryBalance === '' ? (
        <p>{t('tpl:home:no_price')}</p>
      ) : (
        <p className={styles.sum}>
          <span className="num" style={size}>
            {whole}
            {fraction !== undefined && <span className={styles.minor}>.{fraction}</span>} <small>{name}</small>
          </span>
        </p>
      )}
      {notes.length > 0 && <p className={styles.quiet}>{notes.join(' · ')}</p>}
    </section>
  );
}
