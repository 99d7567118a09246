import { useEffect } from 'react';
import { LostOrderScreen } from '../../features/order-status/lost-order-screen.tsx';
import { isFull } from '../../features/exchange/rules/preorder.ts';
import { errorText } from '../../lib/format/error-text.ts';
import { useTexts } from '../../platform/runtime.ts';
import { Button } from '../../ui/buttons/button.tsx';
import layout from '../../ui/layout/layout.module.css';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { useAccount, useApp, useStepper } from '../app-parts.ts';
import { isSkipped } from '../stepper/next-step.ts';

/**
 * The start of `directBuy`: the preorder of the page is ordered at once, after the sign-in and the verification
 * that it needs. A page without a preorder and without an order number shows that there is no order.
 */
export default function DirectView() {
  const { flow, exchange, stepper, runtime } = useApp();
  const { client, config } = useAccount();
  const { errors, isCreating } = useStepper();
  const t = useTexts();
  const { preorder } = exchange.getState();
  const isComplete = isFull(preorder) && isSkipped(client, config, preorder, runtime);
  const isRefused = errors.length > 0;
  useEffect(() => {
    if (isComplete && stepper.getState().errors.length === 0) void flow.submitExchange();
  }, [isComplete, flow, stepper]);

  if (!isComplete) return <LostOrderScreen reason="NOT_FOUND" onAgain={() => location.reload()} />;
  // Not the loading screen of the first chunk: a second import of it moves React out of that chunk, and costs two
  // requests.
  if (!isRefused)
    return (
      <div className={layout.main} aria-busy="true" role="status" aria-label={t('tpl:common:loading')}>
        <Skeleton width="60%" height="28px" />
        <Skeleton width="100%" height="56px" />
        <Skeleton width="100%" height="54px" />
      </div>
    );
  return (
    <div className={layout.main}>
      {errors.map((item) => (
        <Callout key={`${item.code} ${item.field}`}>{errorText(item, t)}</Callout>
      ))}
      <Button busy={isCreating} onClick={() => void flow.submitExchange()}>
        {t('tpl:common:try_again')}
      </Button>
    </div>
  );
}
