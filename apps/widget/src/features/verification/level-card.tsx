import { getLimitsEndpoint } from '@causeway/contract/endpoints/get-limits.generated';
import type { ClientLimits } from '@causeway/contract/shapes/verification';
import { type ClientLevel, isLevelAtLeast } from '@causeway/domain/clients/client-level';
import { formatMoney } from '@causeway/domain/money/format-money';
import type { WizardFlags } from '@causeway/domain/verification/wizards';
import { levelsOf } from '@causeway/domain/verification/level-stages';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { useLoaded } from '../../platform/use-loaded.ts';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import text from '../../ui/layout/text.module.css';
import styles from './level-card.module.css';

export interface LevelCardProps {
  level: ClientLevel;
  flags: WizardFlags;
  limits: ClientLimits;
}

/** Where the client stands: the level, what it allows and what the next one would. */
export function LevelCard({ level, flags, limits }: LevelCardProps) {
  const t = useTexts();
  const levels = levelsOf(flags);
  const reached = levels.filter((one) => isLevelAtLeast(level, one)).length;
  const values = { step: reached, count: levels.length, name: t(`tpl:verification:level_${level}`) };
  const amount = (value: string) => `${formatMoney(value, { mark: t('tpl:common:decimal_mark') })}\u00A0EUR`;
  const { orderMax, monthMax, monthUsed, nextLevel, nextOrderMax, nextMonthMax } = limits.EUR;
  const most = [
    { name: t('tpl:verification:order_limit'), now: orderMax, next: nextOrderMax },
    { name: t('tpl:verification:month_limit'), now: monthMax, next: nextMonthMax },
  ];
  return (
    <section className={styles.card}>
      <div className={styles.row}>
        <h2 className={text.label}>{t('tpl:verification:level', values)}</h2>
        <span className={classNames(text.s, text.quiet)}>
          {t('tpl:verification:steps_left', { count: levels.length - reached })}
        </span>
      </div>
      <div className={styles.levels} role="img" aria-label={t('tpl:verification:level_bar', values)}>
        {levels.map((one, index) => (
          <i key={one} className={classNames(index < reached && styles.on, index === reached && styles.now)} />
        ))}
      </div>
      {most.map(({ name, now, next }) => (
        <p key={name} className={classNames(styles.row, text.s)}>
          <span className={text.quiet}>{name}</span>
          <span className={classNames('num', styles.amount)}>
            {amount(now)}
            {nextLevel !== '' && (
              <>
                {' '}
                <span className={text.quiet}>{t('tpl:verification:then')}</span>{' '}
                <strong className={text.ok}>{amount(next)}</strong>
              </>
            )}
          </span>
        </p>
      ))}
      <p className={classNames(styles.row, text.s)}>
        <span className={text.quiet}>{t('tpl:verification:month_used')}</span>
        <span className="num">{amount(monthUsed)}</span>
      </p>
    </section>
  );
}

/** What an order may pay now, and a press that leads to a higher limit; nothing where there is none. */
export function LimitCallout({ onRaise }: { onRaise: () => void }) {
  const { api } = useRuntime();
  const t = useTexts();
  const { data } = useLoaded(() => api.call(getLimitsEndpoint, {}));
  const next = data?.clientLimits.EUR;
  if (data === undefined || next === undefined || next.nextLevel === '') return null;
  const amount = (value: string) => formatMoney(value, { mark: t('tpl:common:decimal_mark') });
  const { max, currency } = data.orderLimits;
  return (
    <Callout
      type="info"
      live={false}
      action={
        <LinkButton onClick={onRaise}>
          {t('tpl:deposit:limit_raise', { amount: amount(next.nextOrderMax), currency })}
        </LinkButton>
      }
    >
      {t('tpl:deposit:limit', { amount: amount(max), currency })}
    </Callout>
  );
}
