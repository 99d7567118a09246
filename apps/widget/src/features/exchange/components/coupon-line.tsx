import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../../platform/runtime.ts';
import layout from '../../../ui/layout/layout.module.css';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { type Preorder, calculationRequest } from '../rules/preorder.ts';
import type { WidgetOptions } from '../rules/widget-options.ts';
import type { CouponResult } from '../use-coupon.ts';

const CouponForm = lazy(() => import('./coupon-form.tsx'));

export interface CouponLineProps {
  preorder: Preorder;
  options: WidgetOptions;
  results: readonly CouponResult[];
  onApply: (coupon: string) => void;
}

/** The link to the coupon field; the field itself loads on demand. */
export function CouponLine({ preorder, options, results, onApply }: CouponLineProps) {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  const link = (
    <div className={layout.row}>
      <LinkButton icon="ticket-percent" onClick={() => setOpen(true)}>
        {t('tpl:exchange:coupon_add')}
      </LinkButton>
    </div>
  );
  if (!isOpen && preorder.coupon.trim() === '') return link;
  const hide = () => {
    setOpen(false);
    onApply('');
  };
  return (
    <Suspense fallback={link}>
      <CouponForm
        request={calculationRequest(preorder, options.partnerKey)}
        result={results[0]}
        onApply={onApply}
        onHide={hide}
      />
    </Suspense>
  );
}
