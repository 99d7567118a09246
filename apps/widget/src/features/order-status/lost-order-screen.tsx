import { NetworkFailure } from '../../lib/api/network-failure.ts';
import { useTexts } from '../../shell/runtime.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import layout from '../../ui/layout.module.css';

/** An order that could not be read: NOT_FOUND, or NETWORK_ERROR (8-07, A-146). */
export function LostOrderScreen({ failure, onAgain }: { failure: unknown; onAgain: () => void }) {
  const t = useTexts();
  const kind = failure instanceof NetworkFailure ? 'network' : 'not_found';
  return (
    <div className={layout.main}>
      <EmptyState
        title={t(`tpl:order:${kind}_title`)}
        action={<Button onClick={onAgain}>{t('tpl:common:try_again')}</Button>}
      >
        {t(`tpl:order:${kind}_text`)}
      </EmptyState>
    </div>
  );
}
