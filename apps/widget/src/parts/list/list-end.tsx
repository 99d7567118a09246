import { failureText } from '../../lib/format/error-text.ts';
import { useTexts } from '../../platform/runtime.ts';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { QuietButton } from '../../ui/buttons/quiet-button.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import layout from '../../ui/layout/layout.module.css';
import type { Pages } from './use-pages.ts';

/** Rows that a page brings. */
export const pageSize = 20;

/** Below a list: why the next page did not come, or the button that reads it. */
export function ListEnd({ pages }: { pages: Pages<object> }) {
  const t = useTexts();
  const { page, isLoading, failure, more } = pages;
  if (failure !== undefined)
    return (
      <Callout action={<LinkButton onClick={more}>{t('tpl:common:try_again')}</LinkButton>}>
        {failureText(failure, t)}
      </Callout>
    );
  const left = page === undefined ? 0 : page.total - page.rows.length;
  if (left <= 0) return null;
  return (
    <QuietButton look="line" className={layout.push} busy={isLoading} onClick={more}>
      {t('tpl:transactions:older', { count: Math.min(pageSize, left) })}
    </QuietButton>
  );
}
