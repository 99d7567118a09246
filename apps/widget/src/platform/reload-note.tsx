import { Button } from '../ui/buttons/button.tsx';
import layout from '../ui/layout/layout.module.css';
import { Note } from '../ui/feedback/note.tsx';
import { useTexts } from './runtime.ts';

/**
 * Stands in for a screen whose code did not come. A new version of the product has other files than an open tab asks for: loading the page again
 * fetches them, at the same address, so that an order stays in sight.
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
