import type { ReactNode } from 'react';
import { follow } from '../../parts/page/follow.ts';
import { useTexts } from '../../platform/runtime.ts';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import layout from '../../ui/layout/layout.module.css';
import styles from './affiliate.module.css';

/** The pages of the programme, in order. */
export const affiliatePages = ['overview', 'statistic', 'statement', 'payouts'] as const;
export type AffiliatePage = (typeof affiliatePages)[number];

/** What every page of the programme is given. */
export interface AffiliateParts {
  hrefOf: (page: AffiliatePage) => string;
  onOpen: (page: AffiliatePage) => void;
  /** An amount as a person reads it. */
  show: (amount: string, currency: string) => string;
}

/** A page of the programme below the links to all of them. */
export function AffiliateFrame({
  page,
  parts: { hrefOf, onOpen },
  children,
}: {
  page: AffiliatePage;
  parts: AffiliateParts;
  children: ReactNode;
}) {
  const t = useTexts();
  return (
    <div className={classNames(layout.main, styles.main)}>
      <nav className={styles.tabs} aria-label={t('tpl:menu:affiliate')}>
        {affiliatePages.map((one) => (
          <a
            key={one}
            href={hrefOf(one)}
            aria-current={one === page ? 'page' : undefined}
            onClick={follow(() => onOpen(one))}
          >
            {t(`tpl:affiliate:${one}`)}
          </a>
        ))}
      </nav>
      {children}
    </div>
  );
}

/** An amount with a minus where it was taken back. */
export function signed(amount: string, currency: string, show: AffiliateParts['show']): string {
  return amount.startsWith('-') ? `−${show(amount.slice(1), currency)}` : show(amount, currency);
}

/** What a page shows until its rows are here. */
export function LoadingLines({ height }: { height: number }) {
  return (
    <div aria-busy="true" className={styles.share}>
      <Skeleton width="100%" height="56px" />
      <Skeleton width="100%" height={`${height}px`} />
      <Skeleton width="100%" height="56px" />
    </div>
  );
}
