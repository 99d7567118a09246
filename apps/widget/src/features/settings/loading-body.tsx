import { useTexts } from '../../platform/runtime.ts';
import { Button } from '../../ui/buttons/button.tsx';
import layout from '../../ui/layout/layout.module.css';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';

/** Placeholder of a settings page: its outline, or why it did not load. */
export function LoadingBody({ error, onAgain }: { error: string | undefined; onAgain: () => void }) {
  const t = useTexts();
  if (error === undefined)
    return (
      <div className={layout.main} aria-busy="true">
        <Skeleton width="100%" height="72px" />
        <Skeleton width="100%" height="180px" />
      </div>
    );
  return (
    <div className={layout.main}>
      <Callout>{error}</Callout>
      <Button onClick={onAgain}>{t('tpl:common:try_again')}</Button>
    </div>
  );
}
