import type { ReactNode } from 'react';
import { useTexts } from '../../platform/runtime.ts';
import { Button } from '../../ui/buttons/button.tsx';
import layout from '../../ui/layout/layout.module.css';
import { Callout } from '../../ui/feedback/callout.tsx';

/** An amount above what the client's level allows: the remedy is a smaller one. */
export function LimitScreen({ summary, onChange }: { summary?: ReactNode; onChange: () => void }) {
  const t = useTexts();
  return (
    <div className={layout.main}>
      {summary}
      <Callout type="info" title={t('tpl:verification:limit_title')}>
        {t('tpl:verification:limit_text')}
      </Callout>
      <Button big onClick={onChange}>
        {t('tpl:verification:limit_change')}
      </Button>
    </div>
  );
}
