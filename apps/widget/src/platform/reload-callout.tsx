import { Button } from '../ui/buttons/button.tsx';
import layout from '../ui/layout/layout.module.css';
import { Callout } from '../ui/feedback/callout.tsx';
import { useTexts } from './runtime.ts';

/**
 * Shown for a screen whose code did not load. A new version of the product has other files than an open tab requests:
 * reloading the page fetches them, at the same URL, so that an order stays in view.
 */
export function ReloadCallout() {
  const t = useTexts();
  return (
    <div className={layout.main}>
      <Callout type="warning">{t('tpl:order:reload_text')}</Callout>
      <Button onClick={() => location.reload()}>{t('tpl:order:reload')}</Button>
    </div>
  );
}
