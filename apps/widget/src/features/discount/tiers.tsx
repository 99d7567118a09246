import type { AnswerOf } from '@causeway/contract/define-call';
import type { getDiscountConfig } from '@causeway/contract/calls/get-discount-config';
import { useTexts } from '../../platform/runtime.ts';
import { discountView } from './discount-rules.ts';
import styles from './discount.module.css';
import { showPercent } from '../../lib/format/show-amount.ts';
import { Card } from '../../ui/layout/card.tsx';
import layout from '../../ui/layout/layout.module.css';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import text from '../../ui/layout/text.module.css';
import { Pill } from '../../ui/feedback/pill.tsx';

type Config = AnswerOf<typeof getDiscountConfig>;

export function Fee({ config }: { config: Config }) {
  const t = useTexts();
  const { currentFee, currentPercent, vipDiscount, tierName, tierNumber } = config;
  const { fullFee } = discountView(config);
  const kind = vipDiscount > 0 ? 'vip' : tierNumber > 0 ? 'tier' : 'plain';
  return (
    <section className={styles.hero} aria-labelledby="discount-fee">
      <p id="discount-fee">{t('tpl:discount:fee', { kind, number: tierNumber, name: tierName })}</p>
      <p className={styles.fee}>
        {currentFee.replace('.', t('tpl:common:decimal_mark'))} <small>%</small>
      </p>
      {currentPercent > 0 && (
        <p>
          {fullFee !== undefined && <s>{showPercent(fullFee, t)}</s>}{' '}
          {t('tpl:discount:off', { percent: currentPercent })}
        </p>
      )}
    </section>
  );
}

export function Next({ config, show }: { config: Config } & DiscountScreenProps) {
  const t = useTexts();
  const { currency, total, nextLevel, leftBeforeDiscount, vipDiscount } = config;
  const { next, progress } = discountView(config);
  if (next === undefined || vipDiscount > next.percent) return null;
  const title = t('tpl:discount:next', { number: next.number, name: next.name });
  return (
    <Card>
      <div className={layout.row}>
        <p className={layout.grow}>{title}</p>
        <span className={styles.nextFee}>{showPercent(next.fee, t)}</span>
      </div>
      <ProgressBar label={title} value={progress} className={styles.bar} />
      <div className={styles.left}>
        <span>{t('tpl:discount:of', { total: show(total, currency), next: show(nextLevel, currency) })}</span>
        <span>{t('tpl:discount:left', { left: show(leftBeforeDiscount, currency) })}</span>
      </div>
    </Card>
  );
}

export function Tiers({ config, show }: { config: Config } & DiscountScreenProps) {
  const t = useTexts();
  const { conf, currency, tierNumber } = config;
  if (conf.length === 0) return null;
  return (
    <section>
      <h2 className={styles.heading}>{t('tpl:discount:tiers')}</h2>
      <ol className={styles.list}>
        {conf.map(({ number, name, turnoverFrom, fee }) => (
          <li key={number} className={styles.tier} aria-current={number === tierNumber ? 'true' : undefined}>
            <span className={styles.number} data-on={number === tierNumber ? '' : undefined} aria-hidden="true">
              {number}
            </span>
            <span className={layout.grow}>
              <span className={text.label}>{name}</span>{' '}
              {number === tierNumber && <Pill tone="accent">{t('tpl:discount:here')}</Pill>}
              <span className={styles.from}>{t('tpl:discount:from', { from: show(turnoverFrom, currency) })}</span>
            </span>
            <span className={text.label}>{showPercent(fee, t)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

export interface DiscountScreenProps {
  /** An amount as a person reads it. */
  show: (amount: string, currency: string) => string;
}
