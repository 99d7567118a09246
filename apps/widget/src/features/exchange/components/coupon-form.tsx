import { useEffect, useRef, useState } from 'react';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import { useAllTexts } from '../../../platform/late-part.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { MiniButton } from '../../../ui/buttons/mini-button.tsx';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { QuietButton } from '../../../ui/buttons/quiet-button.tsx';
import text from '../../../ui/layout/text.module.css';
import { TextField } from '../../../ui/fields/text-field.tsx';
import type { CalculationRequest } from '../rules/preorder.ts';
import { useCoupon, type CouponResult } from '../use-coupon.ts';

export interface CouponFormProps {
  request: CalculationRequest;
  /** What the last price says of the coupon that goes with it. */
  result: CouponResult | undefined;
  onApply: (coupon: string) => void;
  onHide: () => void;
}

/** Takes a coupon, trimmed (5-12), and says what came of it (8-13). */
export default function CouponForm(props: CouponFormProps) {
  const hasTexts = useAllTexts();
  return hasTexts ? <Coupon {...props} /> : null;
}

function Coupon({ request, result, onApply, onHide }: CouponFormProps) {
  const t = useTexts();
  const { host } = useRuntime().boot;
  const [isMoved, setMoved] = useState(false);
  const apply = (coupon: string) => {
    setMoved(true);
    onApply(coupon);
  };
  if (host?.locked.includes('coupon')) return <FixedCoupon request={request} result={result} />;
  if (request.coupon === '' || result?.error)
    return <CouponField key={request.coupon} request={request} result={result} onApply={apply} onHide={onHide} />;
  const info = result?.warning || result?.info;
  return (
    <Callout
      type={result?.warning ? 'warning' : 'success'}
      icon="ticket-percent"
      title={info ? `${request.coupon} · ${info}` : t('tpl:coupon:applied', { code: request.coupon })}
      action={<MiniButton icon="x" label={t('tpl:coupon:remove')} autoFocus={isMoved} onClick={() => apply('')} />}
    />
  );
}

/** What the partner has fixed is shown, with what it is worth, and stays. */
function FixedCoupon({ request, result }: Pick<CouponFormProps, 'request' | 'result'>) {
  const t = useTexts();
  return (
    <TextField
      label={t('tpl:coupon:label')}
      icon="lock"
      value={request.coupon}
      readOnly
      onChange={() => undefined}
      hint={t('tpl:coupon:fixed')}
      help={result?.warning || result?.info}
      error={result?.error}
      ok={result?.active === 1}
    />
  );
}

function CouponField({ request, result, onApply, onHide }: CouponFormProps) {
  const t = useTexts();
  const [code, setCode] = useState(request.coupon);
  const { isChecking, refused, apply, clear } = useCoupon(request, onApply);
  const refusal = refused ?? (code === request.coupon && code !== '' ? result : undefined);
  const box = useRef<HTMLDivElement>(null);
  const isRefused = refusal !== undefined;
  useEffect(() => {
    // The button that was pressed has given its place to the other one, and its focus with it.
    if (document.activeElement === document.body) box.current?.querySelector('input')?.focus();
  }, [isRefused]);
  const change = (value: string) => {
    clear();
    setCode(value);
  };
  return (
    <div ref={box} className={text.stackS}>
      <TextField
        label={t('tpl:coupon:label')}
        icon="ticket-percent"
        placeholder={t('tpl:coupon:placeholder')}
        value={code}
        autoFocus
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={64}
        onChange={change}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          void apply(code);
        }}
        hint={<LinkButton onClick={onHide}>{t('tpl:coupon:hide')}</LinkButton>}
        error={refusal?.error}
        action={
          refusal ? (
            <IconButton icon="x" label={t('tpl:coupon:clear')} onClick={() => change('')} />
          ) : (
            <QuietButton look="soft" small busy={isChecking} onClick={() => void apply(code)}>
              {t('tpl:coupon:apply')}
            </QuietButton>
          )
        }
      />
      {refusal?.warning && !refusal.error && <Callout type="warning" title={refusal.warning} />}
    </div>
  );
}
