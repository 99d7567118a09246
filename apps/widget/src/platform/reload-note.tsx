import { Button } from '../ui/buttons/button.tsx';
import layout from '../ui/layout/layout.module.css';
import { Note } from '../ui/feedback/note.tsx';
import { useTexts } from './runtime.ts';

/**
 * Shown for a screen whose code did not load. A new version of the product has other files than an open tab requests:
 * reloading the page fetches them, at the same URL, so that an order stays in view.
 */
export function ReloadNote() {
  const t = useTexts();
  return (
    <div className={layout.main}>
      <Note type="warning">{t('tpl:order:reload_text')}</Note>
      <Button onClick={() => location.reload()}>{t('tpl:order:reload')}</Button>
    </div>
  );
}
