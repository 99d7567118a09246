import type { ReactNode } from 'react';
import { nameOf, showAmount, showFigure } from '../../../lib/format/show-amount.ts';
import { useTexts } from '../../../platform/runtime.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import type { Balance } from '../rules/shown-balances.ts';
import styles from '../home.module.css';
import { shownHold } from '../rules/shown-balances.ts';

interface TotalCardProps {
  balance: Balance;
  /** Stands in place of amounts that are hidden. */
  covered: ReactNode;
  onCover: () => void;
}

/** Everything together in the primary currency, what that is in the secondary one, and what is held of it. */
export function TotalCard({ balance, covered, onCover }: TotalCardProps) {
  const t = useTexts();
  const { primaryBalance, availablePrimaryBalance, primaryCurrency } = balance;
  const { secondaryBalance, secondaryCurrency, currencyData } = balance;
  const entry = currencyData[primaryCurrency];
  const mark = t('tpl:common:decimal_mark');
  const [whole = '', fraction] = showFigure(primaryBalance, entry, t).split(mark);
  const name = nameOf(entry, primaryCurrency);
  const hold = shownHold(balance);
  const inPrimary = (amount: string) => showAmount(amount, primaryCurrency, currencyData, t);
  const size: Record<string, number> = { '--n': primaryBalance.length + name.length + 1 };
  return (
    <section className={styles.hero} aria-label={t('tpl:home:total')}>
      <div className={styles.all}>
        <div className={styles.label}>
          <p className={styles.quiet}>{t('tpl:home:total')}</p>
          <IconButton
            icon={covered ? 'eye-off' : 'eye'}
            className={styles.eye}
            label={t('tpl:home:hide')}
            aria-pressed={Boolean(covered)}
            onClick={onCover}
          />
        </div>
        {primaryBalance === '' ? (
          <p>{t('tpl:home:no_price')}</p>
        ) : covered ? (
          <p className={styles.sum}>{covered}</p>
        ) : (
          <p className={styles.sum}>
            <span className="num" style={size}>
              {whole}
              {fraction !== undefined && <span className={styles.minor}>{mark + fraction}</span>} <small>{name}</small>
            </span>
          </p>
        )}
        {secondaryBalance !== '' && !covered && (
          <p className={`num ${styles.quiet}`}>
            {t('tpl:home:worth', { amount: showAmount(secondaryBalance, secondaryCurrency, currencyData, t) })}
          </p>
        )}
      </div>
      {hold !== '' && (
        <dl className={styles.parts}>
          <Part name={t('tpl:home:available')} amount={covered ?? inPrimary(availablePrimaryBalance)} />
          <Part name={t('tpl:home:on_hold')} amount={covered ?? inPrimary(hold)} caption={t('tpl:home:hold_text')} />
        </dl>
      )}
    </section>
  );
}

function Part({ name, amount, caption }: { name: string; amount: ReactNode; caption?: string }) {
  return (
    <div>
      <dt className={styles.quiet}>{name}</dt>
      <dd className={`num ${styles.part}`}>{amount}</dd>
      {caption !== undefined && <dd className={`${styles.quiet} ${styles.caption}`}>{caption}</dd>}
    </div>
  );
}
