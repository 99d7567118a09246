import { useTexts } from '../../platform/runtime.ts';
import layout from '../../ui/layout/layout.module.css';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';

/** Shown while a screen's code is slow to load. */
export function LoadingScreen() {
  const t = useTexts();
  return (
    <div className={layout.main} aria-busy="true" role="status" aria-label={t('tpl:common:loading')}>
      <Skeleton width="60%" height="28px" />
      <Skeleton width="100%" height="56px" />
      <Skeleton width="100%" height="56px" />
      <Skeleton width="100%" height="54px" />
    </div>
  );
}
