import type { Calculation } from '@causeway/contract/shapes/calculation';
import { useState } from 'react';
import { useTexts } from '../../../shell/runtime.ts';
import { LinkButton } from '../../../ui/link-button.tsx';
import { MiniButton } from '../../../ui/mini-button.tsx';
import { Note } from '../../../ui/note.tsx';
import { QuietButton } from '../../../ui/quiet-button.tsx';
import { TextField } from '../../../ui/text-field.tsx';

interface CouponFormProps {
  coupon: string;
  result: Calculation['coupons'][number] | undefined;
  onApply: (coupon: string) => void;
  onHide: () => void;
}

/** Takes a coupon, trimmed (5-12), and says what came of it (8-13). */
export default function CouponForm({ coupon, result, onApply, onHide }: CouponFormProps) {
  const t = useTexts();
  const [text, setText] = useState(coupon);
  const apply = () => onApply(text.trim());
  if (result && !result.error)
    return (
      <Note
        type={result.warning ? 'warning' : 'success'}
        title={t('tpl:exchange:coupon_applied', { code: result.code })}
        action={<MiniButton icon="x" label={t('tpl:exchange:coupon_remove')} onClick={() => onApply('')} />}
      >
        {result.warning || result.info}
      </Note>
    );
  return (
    <TextField
      label={t('tpl:exchange:coupon')}
      icon="ticket-percent"
      value={text}
      autoFocus
      autoComplete="off"
      onChange={setText}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        apply();
      }}
      hint={<LinkButton onClick={onHide}>{t('tpl:exchange:coupon_hide')}</LinkButton>}
      error={result?.error}
      action={
        <QuietButton look="soft" small onClick={apply}>
          {t('tpl:exchange:coupon_apply')}
        </QuietButton>
      }
    />
  );
}
