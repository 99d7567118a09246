import { getBalanceEndpoint } from '@causeway/contract/endpoints/get-balance.generated';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { currencyName } from '../../lib/format/currency-names.ts';
import { failureText } from '../../lib/format/error-text.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { QuietButton } from '../../ui/buttons/quiet-button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import layout from '../../ui/layout/layout.module.css';
import { Callout } from '../../ui/feedback/callout.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icons/icon-names.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { BalanceList } from './components/balance-list.tsx';
import { TotalCard } from './components/total-card.tsx';
import styles from './home.module.css';
import { type Balance, shownBalances } from './rules/shown-balances.ts';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { follow } from '../../parts/page/follow.ts';
import { useShownAs } from './use-shown-as.ts';
import { createLivePoll } from '../../lib/live/live-poll.ts';
import { liveOf } from '../../lib/live/live.ts';
import type { PollState } from '../../lib/polling/poll.ts';

interface HomeScreenProps {
  title: string;
  /** Address of the exchange. */
  exchangeHref: string;
  onBuy: () => void;
  /** Opens the exchange with this balance paying; undefined where it cannot. */
  payFrom: (code: string) => (() => void) | undefined;
  /** Of the page where money comes in. */
  depositHref: string;
  onDeposit: () => void;
  /** Of the page where money leaves; absent while there is none. */
  withdrawalHref?: string;
  onWithdraw?: () => void;
  operationsHref: string;
  onOperations: () => void;
  /** What the balance was worth over time; of hidden amounts its line alone. */
  renderValue: (isHidden: boolean) => ReactNode;
  /** The newest operations, with what stands in place of amounts that are hidden. */
  renderLatest: (covered: ReactNode) => ReactNode;
}

/** One for good, so that rows that were drawn with it are not drawn again. */
const dots = <Dots />;

function Dots() {
  const t = useTexts();
  return (
    <>
      <span aria-hidden="true">••••</span>
      <span className="vh">{t('tpl:home:hidden')}</span>
    </>
  );
}

/** What the client has, in all and by currency. */
export function HomeScreen({ title, exchangeHref, onBuy, payFrom, ...operations }: HomeScreenProps) {
  const t = useTexts();
  const { data: read, failure, isStopped, again } = useBalance();
  const shownAs = useShownAs(again);
  const data = read && { ...read, ...shownAs.chosen };
  if (!data && failure !== undefined)
    return (
      <div className={layout.main}>
        <h1 className={classNames('vh', styles.title)}>{title}</h1>
        <Callout>{failureText(failure, t)}</Callout>
        <Button onClick={again}>{t('tpl:common:try_again')}</Button>
      </div>
    );
  if (!data)
    return (
      <div className={layout.main} aria-busy="true">
        <h1 className={classNames('vh', styles.title)}>{title}</h1>
        <Skeleton width="100%" height="128px" />
        <Skeleton width="100%" height="224px" />
      </div>
    );
  const rows = shownBalances(data).map((balance) => ({ balance, onPay: payFrom(balance.code) }));
  const exchange = rows.find(({ onPay }) => onPay !== undefined)?.onPay;
  const covered = shownAs.isHidden ? dots : undefined;
  return (
    <div className={classNames(layout.main, styles.home)}>
      <h1 className={classNames('vh', styles.title)}>{title}</h1>
      <TotalCard balance={data} covered={covered} onCover={shownAs.toggleHidden} />
      {rows.length > 0 ? (
        <>
          <QuickActions exchangeHref={exchangeHref} onBuy={onBuy} onExchange={exchange} {...operations} />
          <BalanceList
            data={data}
            rows={rows}
            href={exchangeHref}
            covered={covered}
            onFavorites={shownAs.setFavorites}
          />
        </>
      ) : (
        <NothingYet onBuy={onBuy} onDeposit={operations.onDeposit} />
      )}
      {rows.length > 0 && <div className={styles.panel}>{operations.renderValue(shownAs.isHidden)}</div>}
      <section className={styles.panel}>
        <div className={styles.top}>
          <h2 className={styles.heading}>{t('tpl:operations:latest')}</h2>
          <a className={styles.more} href={operations.operationsHref} onClick={follow(operations.onOperations)}>
            {t('tpl:operations:all')}
          </a>
        </div>
        {operations.renderLatest(covered)}
      </section>
      {rows.length > 0 && (
        <div className={styles.primary}>
          <PrimaryField
            data={data}
            chosen={shownAs.primaryCurrency}
            error={shownAs.error}
            onChange={shownAs.setPrimary}
          />
        </div>
      )}
      {isStopped && (
        <Callout action={<Button onClick={again}>{t('tpl:common:try_again')}</Button>}>
          {t('tpl:common:error:system')}
        </Callout>
      )}
    </div>
  );
}

function NothingYet({ onBuy, onDeposit }: Pick<HomeScreenProps, 'onBuy' | 'onDeposit'>) {
  const t = useTexts();
  return (
    <EmptyState
      title={t('tpl:home:empty')}
      action={
        <>
          <Button onClick={onBuy}>{t('tpl:menu:buy')}</Button>
          <QuietButton look="line" onClick={onDeposit}>
            {t('tpl:deposit:title')}
          </QuietButton>
        </>
      }
    >
      {t('tpl:home:empty_text')}
    </EmptyState>
  );
}

interface PrimaryFieldProps {
  data: Balance;
  chosen: string | undefined;
  error: string | undefined;
  onChange: (currency: string) => void;
}

/** Totals are shown in a currency of the client's choice. */
function PrimaryField({ data, chosen, error, onChange }: PrimaryFieldProps) {
  const t = useTexts();
  const { texts } = useRuntime();
  const name = (code: string) => currencyName(code, data.currencyData[code], texts.language());
  return (
    <SelectField
      label={t('tpl:home:primary_label')}
      value={chosen ?? data.primaryCurrency}
      options={data.clientPrimaryCurrencies.map((code) => ({ value: code, text: name(code) }))}
      error={error}
      onChange={onChange}
    />
  );
}

interface QuickActionsProps extends Pick<
  HomeScreenProps,
  'exchangeHref' | 'onBuy' | 'depositHref' | 'onDeposit' | 'withdrawalHref' | 'onWithdraw'
> {
  /** Opens the exchange with a balance paying; absent where none can. */
  onExchange: (() => void) | undefined;
}

function QuickActions({
  exchangeHref,
  onBuy,
  onExchange,
  depositHref,
  onDeposit,
  withdrawalHref,
  onWithdraw,
}: QuickActionsProps) {
  const t = useTexts();
  return (
    <nav className={styles.actions} aria-label={t('tpl:home:title')}>
      <QuickAction icon="plus" href={exchangeHref} onPress={onBuy} on>
        {t('tpl:home:buy')}
      </QuickAction>
      <QuickAction icon="arrow-down-to-line" href={depositHref} onPress={onDeposit}>
        {t('tpl:deposit:title')}
      </QuickAction>
      {withdrawalHref !== undefined && onWithdraw && (
        <QuickAction icon="arrow-up-from-line" href={withdrawalHref} onPress={onWithdraw}>
          {t('tpl:withdrawal:title')}
        </QuickAction>
      )}
      {onExchange && (
        <QuickAction icon="arrow-left-right" href={exchangeHref} onPress={onExchange}>
          {t('tpl:home:exchange')}
        </QuickAction>
      )}
    </nav>
  );
}

interface QuickActionProps {
  icon: IconName;
  /** The first and most wanted one. */
  on?: boolean;
  href: string;
  onPress: () => void;
  children: ReactNode;
}

/** A tile with its name below. */
function QuickAction({ icon, on, href, onPress, children }: QuickActionProps) {
  return (
    <a className={styles.action} href={href} onClick={follow(onPress)}>
      <span className={classNames(styles.tile, on && styles.on)}>
        <Icon name={icon} />
      </span>
      {children}
    </a>
  );
}

/** Milliseconds between two polls of the balance (7-26). */
export const balancePolling = 10_000;

/** What the client has, as long as it is shown: read when it changes, without a stream every 10 s. */
function useBalance(): PollState<Balance> & { again: () => void } {
  const runtime = useRuntime();
  const { api, network } = runtime;
  const [poll] = useState(() =>
    createLivePoll<Balance>({
      live: liveOf(runtime),
      changes: ['balance'],
      call: (signal) => api.call(getBalanceEndpoint, {}, { signal }),
      every: balancePolling,
      network,
    }),
  );
  const state = useSyncExternalStore(poll.subscribe, poll.state, poll.state);
  return { ...state, again: poll.again };
}
