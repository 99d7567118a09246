import { getBalanceEndpoint } from '@causeway/contract/endpoints/get-balance.generated';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { failureText } from '../../lib/format/error-text.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import layout from '../../ui/layout/layout.module.css';
import { Note } from '../../ui/feedback/note.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { BalanceRow } from './components/balance-row.tsx';
import { QuickAction } from './components/quick-action.tsx';
import { TotalCard } from './components/total-card.tsx';
import styles from './home.module.css';
import { shownBalances } from './rules/shown-balances.ts';
import { useState, useSyncExternalStore } from 'react';
import { type PollState, createPoll } from '../../lib/polling/poll.ts';
import type { Balance } from './rules/shown-balances.ts';

interface HomeScreenProps {
  /** Address of the exchange. */
  exchangeHref: string;
  onBuy: () => void;
  /** Opens the exchange with this balance paying; undefined where it cannot. */
  payFrom: (code: string) => (() => void) | undefined;
}

/** What the client has, in all and by currency. */
export function HomeScreen({ exchangeHref, onBuy, payFrom }: HomeScreenProps) {
  const t = useTexts();
  const { data, failure, isStopped, again } = useBalance();
  if (!data && failure !== undefined)
    return (
      <div className={layout.main}>
        <h1 className="vh">{t('tpl:home:title')}</h1>
        <Note>{failureText(failure, t)}</Note>
        <Button onClick={again}>{t('tpl:common:try_again')}</Button>
      </div>
    );
  if (!data)
    return (
      <div className={layout.main} aria-busy="true">
        <h1 className="vh">{t('tpl:home:title')}</h1>
        <Skeleton width="100%" height="128px" />
        <Skeleton width="100%" height="224px" />
      </div>
    );
  const rows = shownBalances(data).map((balance) => ({ balance, onPay: payFrom(balance.code) }));
  const exchange = rows.find(({ onPay }) => onPay !== undefined)?.onPay;
  return (
    <div className={layout.main}>
      <h1 className="vh">{t('tpl:home:title')}</h1>
      <TotalCard balance={data} />
      {rows.length > 0 ? (
        <>
          <nav className={styles.actions} aria-label={t('tpl:home:title')}>
            <QuickAction icon="plus" href={exchangeHref} onPress={onBuy} on>
              {t('tpl:home:buy')}
            </QuickAction>
            {exchange && (
              <QuickAction icon="arrow-left-right" href={exchangeHref} onPress={exchange}>
                {t('tpl:home:exchange')}
              </QuickAction>
            )}
          </nav>
          <section>
            <h2 className={styles.heading}>{t('tpl:home:currencies')}</h2>
            <div className={styles.list}>
              {rows.map(({ balance, onPay }) => (
                <BalanceRow
                  key={balance.code}
                  balance={balance}
                  primaryCurrency={data.primaryCurrency}
                  currencies={data.currencyData}
                  href={exchangeHref}
                  onPress={onPay}
                />
              ))}
            </div>
          </section>
        </>
      ) : (
        <EmptyState title={t('tpl:home:empty')} action={<Button onClick={onBuy}>{t('tpl:menu:buy')}</Button>}>
          {t('tpl:home:empty_text')}
        </EmptyState>
      )}
      {isStopped && (
        <Note action={<Button onClick={again}>{t('tpl:common:try_again')}</Button>}>
          {t('tpl:common:error:system')}
        </Note>
      )}
    </div>
  );
}

/** Milliseconds between two polls of the balance (7-26). */
const balancePolling = 10_000;

/** What the client has, looked at every 10 s as long as it is shown. */
function useBalance(): PollState<Balance> & { again: () => void } {
  const { api, network } = useRuntime();
  const [poll] = useState(() =>
    createPoll<Balance>({
      call: (signal) => api.call(getBalanceEndpoint, {}, { signal }),
      every: balancePolling,
      network,
    }),
  );
  const state = useSyncExternalStore(poll.subscribe, poll.state, poll.state);
  return { ...state, again: poll.again };
}
