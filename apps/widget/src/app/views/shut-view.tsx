import { AskSupport } from '../../parts/support/ask-support.tsx';
import { useTexts } from '../../platform/runtime.ts';
import layout from '../../ui/layout/layout.module.css';

/** The page around allows no route: an empty frame with the way to support. */
export default function ShutView() {
  const t = useTexts();
  return (
    <div className={layout.main}>
      <AskSupport label={t('tpl:common:support')} />
    </div>
  );
}
