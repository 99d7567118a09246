import type { getAffiliateConfig } from '@causeway/contract/calls/get-affiliate-config';
import type { AnswerOf } from '@causeway/contract/define-call';
import { getAffiliateConfigEndpoint } from '@causeway/contract/endpoints/get-affiliate-config.generated';
import { useId } from 'react';
import { showPercent } from '../../lib/format/show-amount.ts';
import { LateQr } from '../../parts/entry/late-qr.tsx';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { useLoaded } from '../../platform/use-loaded.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { QuietButton } from '../../ui/buttons/quiet-button.tsx';
import { useCopy } from '../../ui/buttons/use-copy.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { type AffiliateParts, AffiliateFrame, LoadingLines, signed } from './affiliate-frame.tsx';
import styles from './affiliate.module.css';

type Config = AnswerOf<typeof getAffiliateConfig>;

/** The client's link and what it has earned (1-20, 2.1-11, A-115). */
export function OverviewScreen({ parts }: { parts: AffiliateParts }) {
  const { api } = useRuntime();
  const t = useTexts();
  const { data, error, again } = useLoaded(() => api.call(getAffiliateConfigEndpoint, {}));
  return (
    <AffiliateFrame page="overview" parts={parts}>
      {error !== undefined && (
        <>
          <Callout>{error}</Callout>
          <Button onClick={again}>{t('tpl:common:try_again')}</Button>
        </>
      )}
      {error === undefined && data === undefined && <LoadingLines height={184} />}
      {error === undefined && data && <Programme config={data} parts={parts} />}
    </AffiliateFrame>
  );
}

function Programme({ config, parts: { show } }: { config: Config; parts: AffiliateParts }) {
  const t = useTexts();
  const { balance, currency, dealsRef1, dealsRef2, referrerPercent, lastWeekReward, minPayin } = config;
  if (minPayin === '' && balance === '0.00')
    return <EmptyState title={t('tpl:affiliate:none')}>{t('tpl:affiliate:none_text')}</EmptyState>;
  const numbers = [
    ['waiting', signed(balance, currency, show)],
    ['last_week', signed(lastWeekReward, currency, show)],
    ['share_percent', showPercent(String(referrerPercent), t)],
    ['deals_first', String(dealsRef1)],
    ['deals_second', String(dealsRef2)],
  ] as const;
  return (
    <>
      <dl className={styles.stats}>
        {numbers.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`tpl:affiliate:${name}`)}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      {minPayin !== '' && (
        <>
          <Link url={`${config.urlBase}${config.clientCryptedId}`} />
          <Callout type="plain" live={false}>
            {t('tpl:affiliate:how', { percent: referrerPercent, least: show(minPayin, currency) })}
          </Callout>
        </>
      )}
    </>
  );
}

function Link({ url }: { url: string }) {
  const id = useId();
  const t = useTexts();
  const { toasts } = useRuntime();
  const { isCopied, copy } = useCopy({
    text: url,
    onCopied: () => toasts.show({ kind: 'done', text: t('tpl:order:copied') }),
    onRefused: () => toasts.show({ kind: 'error', text: t('tpl:affiliate:copy_refused') }),
  });
  return (
    <section className={styles.share} aria-labelledby={id}>
      <h2 id={id}>{t('tpl:affiliate:link')}</h2>
      <p className={styles.url} data-edge="" dir="ltr">
        {url}
      </p>
      <Button icon={isCopied ? 'check' : 'copy'} onClick={copy}>
        {t('tpl:affiliate:copy')}
      </Button>
      {'share' in navigator && (
        <QuietButton look="line" icon="share-2" onClick={() => void share(url, t('tpl:affiliate:share_title'))}>
          {t('tpl:affiliate:share')}
        </QuietButton>
      )}
      <LateQr text={url} label={t('tpl:affiliate:qr')} />
    </section>
  );
}

/** Who closes the browser's own sheet has shared nothing, which is no fault. */
async function share(url: string, title: string): Promise<void> {
  await navigator.share({ url, title }).catch(() => undefined);
}
