import { getDiscountConfigEndpoint } from '@causeway/contract/endpoints/get-discount-config.generated';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { useLoaded } from '../../platform/use-loaded.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import layout from '../../ui/layout/layout.module.css';
import styles from './discount.module.css';
import { Fee, Next, Tiers, type DiscountScreenProps } from './tiers.tsx';

/** The client's tier, what it saves, and what is left to the next (1-21, A-116). */
export function DiscountScreen({ show }: DiscountScreenProps) {
  const { api } = useRuntime();
  const t = useTexts();
  const { data, error, again } = useLoaded(() => api.call(getDiscountConfigEndpoint, {}));
  if (error !== undefined)
    return (
      <div className={layout.main}>
        <Callout>{error}</Callout>
        <Button onClick={again}>{t('tpl:common:try_again')}</Button>
      </div>
    );
  if (!data)
    return (
      <div className={layout.main} aria-busy="true">
        <Skeleton width="100%" height="124px" />
        <Skeleton width="100%" height="108px" />
        <Skeleton width="100%" height="216px" />
      </div>
    );
  if (data.conf.length === 0 && data.currentPercent === 0)
    return (
      <div className={layout.main}>
        <EmptyState title={t('tpl:discount:none')}>{t('tpl:discount:none_text')}</EmptyState>
      </div>
    );
  return (
    <div className={layout.main}>
      <Fee config={data} />
      <Next config={data} show={show} />
      <Tiers config={data} show={show} />
      <Callout type="plain" live={false} className={styles.push ?? ''}>
        {t('tpl:discount:how')}
      </Callout>
    </div>
  );
}
