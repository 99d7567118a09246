import { AskSupport } from '../../parts/support/ask-support.tsx';
import { useTexts } from '../../platform/runtime.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import layout from '../../ui/layout/layout.module.css';
import { QuietButton } from '../../ui/buttons/quiet-button.tsx';
import text from '../../ui/layout/text.module.css';
import type { LostReason } from './rules/lost-reason.ts';

export interface LostOrderProps {
  reason: LostReason;
  onAgain: () => void;
  /** Absent where the mode has no other orders. */
  onNew?: (() => void) | undefined;
}

const kinds = { NOT_FOUND: 'not_found', NETWORK_ERROR: 'network', SYSTEM_ERROR: 'failed' } as const;

/** An order that could not be read (8-07, A-146). */
export function LostOrderScreen({ reason, onAgain, onNew }: LostOrderProps) {
  const t = useTexts();
  const kind = kinds[reason];
  // Reading again seldom helps; the next action is a new order.
  const isNewFirst = kind === 'not_found' && onNew !== undefined;
  const again = t('tpl:common:try_again');
  return (
    <div className={layout.main}>
      <EmptyState
        title={t(`tpl:order:${kind}_title`)}
        action={<Button onClick={isNewFirst ? onNew : onAgain}>{isNewFirst ? t('tpl:order:new') : again}</Button>}
      >
        {t(`tpl:order:${kind}_text`)}
      </EmptyState>
      <div className={`${text.stackS} ${layout.push}`}>
        <AskSupport />
        {onNew && (
          <QuietButton look="line" onClick={isNewFirst ? onAgain : onNew}>
            {isNewFirst ? again : t('tpl:order:new')}
          </QuietButton>
        )}
      </div>
    </div>
  );
}
