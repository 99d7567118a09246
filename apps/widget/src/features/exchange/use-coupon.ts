import { checkCouponEndpoint } from '@causeway/contract/endpoints/check-coupon.generated';
import type { Calculation } from '@causeway/contract/shapes/calculation';
import { useState } from 'react';
import { failureItems } from '../../lib/api/failure-items.ts';
import { errorText } from '../../lib/format/error-text.ts';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import type { CalculationRequest } from './rules/preorder.ts';

export type CouponResult = Calculation['coupons'][number];

export interface CouponCheck {
  isChecking: boolean;
  /** What came of the last check that did not end well. */
  refused: Pick<CouponResult, 'error' | 'warning'> | undefined;
  apply: (coupon: string) => Promise<void>;
  clear: () => void;
}

/** Checks a coupon before it goes with the price (C-05, A-099). Only a valid one is used. */
export function useCoupon(request: CalculationRequest, onApply: (coupon: string) => void): CouponCheck {
  const { api } = useRuntime();
  const t = useTexts();
  const [isChecking, setChecking] = useState(false);
  const [refused, setRefused] = useState<CouponCheck['refused']>();

  async function check(coupon: string): Promise<CouponCheck['refused']> {
    try {
      const { coupons, errors } = await api.call(checkCouponEndpoint, { ...request, coupon });
      const [result] = coupons;
      if (result?.active === 1) return undefined;
      const [item] = errors;
      return result ?? { error: item ? errorText(item, t) : t('tpl:common:error:system'), warning: '' };
    } catch (failure) {
      return { error: failureItems(failure).map((item) => errorText(item, t))[0] ?? '', warning: '' };
    }
  }

  return {
    isChecking,
    refused,
    async apply(text) {
      const coupon = text.trim();
      if (coupon === '' || isChecking) return;
      setChecking(true);
      const refusal = await check(coupon);
      setRefused(refusal);
      setChecking(false);
      if (!refusal) onApply(coupon);
    },
    clear: () => setRefused(undefined),
  };
}
