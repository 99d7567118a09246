import type { Calculation } from '@causeway/contract/shapes/calculation';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../../shell/runtime.ts';
import layout from '../../../ui/layout.module.css';
import { LinkButton } from '../../../ui/link-button.tsx';

const CouponForm = lazy(() => import('./coupon-form.tsx'));

export interface CouponLineProps {
  coupon: string;
  results: Calculation['coupons'];
  onApply: (coupon: string) => void;
}

/** The link to the coupon field; the field itself comes when asked for. */
export function CouponLine({ coupon, results, onApply }: CouponLineProps) {
  const t = useTexts();
  const [isOpen, setOpen] = useState(coupon !== '');
  if (!isOpen)
    return (
      <div className={layout.row}>
        <LinkButton icon="ticket-percent" onClick={() => setOpen(true)}>
          {t('tpl:exchange:coupon_add')}
        </LinkButton>
      </div>
    );
  return (
    <Suspense fallback={null}>
      <CouponForm
        coupon={coupon}
        result={results.find((result) => result.code === coupon)}
        onApply={onApply}
        onHide={() => setOpen(false)}
      />
    </Suspense>
  );
}
