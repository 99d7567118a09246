import type { ErrorItem } from '@causeway/contract/errors/error-item';
import { memo } from 'react';
import { errorText } from '../../../lib/format/error-text.ts';
import { useTexts } from '../../../platform/runtime.ts';
import { useAllTexts } from '../../../platform/late-part.tsx';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { useSettled } from '../../../ui/feedback/use-settled.ts';

/** Danger text shows this many milliseconds after its last change. */
export const dangerDelay = 150;

interface ExchangeCalloutsProps {
  items: readonly ErrorItem[];
  isOffline: boolean;
  isRateSwitched: boolean;
  isDisabled: boolean;
  /** The pair moves money in or out of the balance, and there is no page for that here. */
  closed: 'deposit' | 'withdrawal' | undefined;
  banner: 'first' | 'next' | undefined;
}

const types = { danger: 'danger', warning: 'warning', info: 'info' } as const;

/** What the client should know before going on, above the submit button; danger shows once it has lasted 150 ms. */
export const ExchangeCallouts = memo(function ExchangeCallouts(props: ExchangeCalloutsProps) {
  const { items, isOffline, isRateSwitched, isDisabled, closed, banner } = props;
  const t = useTexts();
  const shown = useSettled(items.length > 0 ? items : undefined, dangerDelay) ?? [];
  return (
    <>
      {(isRateSwitched || closed) && <LateCallouts closed={closed} isRateSwitched={isRateSwitched} />}
      {isOffline && (
        <Callout type="info" icon="info">
          {t('tpl:common:error:network')}
        </Callout>
      )}
      {isDisabled && <Callout type="info">{t('tpl:exchange:disabled')}</Callout>}
      {shown.map((item) => (
        <Callout key={`${item.code} ${item.field}`} type={types[item.type]}>
          {errorText(item, t)}
        </Callout>
      ))}
      {banner && (
        <Callout type="success" title={t(`tpl:exchange:free_${banner}_title`)} live={false}>
          {t('tpl:exchange:free_text')}
        </Callout>
      )}
    </>
  );
});

/** Callouts that no first paint has: their texts load on demand. */
function LateCallouts({ closed, isRateSwitched }: Pick<ExchangeCalloutsProps, 'closed' | 'isRateSwitched'>) {
  const t = useTexts();
  if (!useAllTexts()) return null;
  return (
    <>
      {isRateSwitched && (
        <Callout type="warning" title={t('tpl:mode:switched_title')}>
          {t('tpl:mode:switched_text')}
        </Callout>
      )}
      {closed && <Callout type="info">{t('tpl:mode:closed', { mode: closed })}</Callout>}
    </>
  );
}
