import type { Confirmation } from '@causeway/contract/shapes/confirmation';
import { getOrderEndpoint } from '@causeway/contract/endpoints/get-order.generated';
import { listDestinationsEndpoint } from '@causeway/contract/endpoints/list-destinations.generated';
import { lazy, Suspense, useEffect, useState } from 'react';
import { CardChoice } from '../../features/cards/card-choice.tsx';
import { ConfirmationScreen } from '../../features/confirmation/confirmation-screen.tsx';
import { KeepDestinationForm } from '../../features/settings/destinations/keep-destination-form.tsx';
import type { WithdrawalPicker } from '../../features/withdrawal/use-withdrawal.ts';
import { type WithdrawalForm, isSavedDestination, priceFields } from '../../features/withdrawal/withdrawal-rules.ts';
import { WithdrawalScreen } from '../../features/withdrawal/withdrawal-screen.tsx';
import { showAmount } from '../../lib/format/show-amount.ts';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { useLoaded } from '../../platform/use-loaded.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { WholeValue } from '../../ui/layout/strong-value.tsx';
import { useAccount, useApp } from '../app-parts.ts';
import { StepFrame } from '../views/step-frame.tsx';
import { ofOneClient } from '../wide/cabinet-page.tsx';

const Picker = lazy(() => import('../../features/exchange/picker/currency-picker.tsx'));

/** A withdrawal from the balance and the code that approves it. */
function WithdrawalView() {
  const { router } = useApp();
  const { client, config } = useAccount();
  const { api } = useRuntime();
  const t = useTexts();
  const [held, setHeld] = useHeld();
  // Without them the form is filled in by hand.
  const { data, error: hasFailed } = useLoaded(() => api.call(listDestinationsEndpoint, {}));
  const saved = data?.destinations ?? (hasFailed === undefined ? undefined : []);
  const open = () => router.navigate('balance');
  if (held === undefined)
    return (
      <StepFrame title={t('tpl:withdrawal:title')} onBack={open}>
        <WithdrawalScreen
          currencies={config.currencyConfig}
          query={router.current().query}
          saved={saved}
          renderCards={({ token, error, onChange }) => (
            <CardChoice
              direction="payout"
              // Of whichever acquirer sends money to cards.
              provider=""
              token={token}
              isRemembered={false}
              isAgreed={false}
              error={error}
              agreeError={undefined}
              onChange={(values) => values.token !== undefined && onChange(values.token)}
            />
          )}
          renderPicker={(picker) => <ChoicePicker {...picker} />}
          onHeld={(confirmation, form) => setHeld({ confirmation, form, isApproved: false })}
          emptyAction={<Button onClick={open}>{t('tpl:withdrawal:to_balance')}</Button>}
        />
      </StepFrame>
    );
  const { confirmation, form } = held;
  const leave = () => router.navigate('order-status', { orderId: confirmation.niceId });
  if (held.isApproved)
    return (
      <StepFrame title={t('tpl:withdrawal:keep_title')} onBack={leave}>
        <KeepDestinationForm
          email={client.email}
          target={form.target}
          destination={form.destination}
          intro={<Approved niceId={confirmation.niceId} onOpen={leave} />}
          onKept={leave}
          onCancel={leave}
        />
      </StepFrame>
    );
  const isKept = data === undefined || isSavedDestination(data.destinations, form);
  return (
    <StepFrame title={t('tpl:withdrawal:title')} onBack={leave}>
      <ConfirmationScreen
        key={confirmation.niceId}
        details={confirmation}
        isFresh
        email={client.email}
        onResent={(next) => setHeld({ ...held, confirmation: next })}
        onDone={() => (isKept ? leave() : setHeld({ ...held, isApproved: true }))}
      />
    </StepFrame>
  );
}

export default ofOneClient(WithdrawalView);

/** That the withdrawal is approved, with the way to its order, and why its destination is worth a name. */
function Approved({ niceId, onOpen }: { niceId: string; onOpen: () => void }) {
  const { config } = useAccount();
  const { api } = useRuntime();
  const t = useTexts();
  const { data } = useLoaded(() => api.call(getOrderEndpoint, { ghostMode: true }, { params: { niceId } }));
  const amount = data && showAmount(data.order.payoutAmount, data.order.payoutCurrency, config.currencyConfig, t);
  return (
    <>
      <Callout
        type="success"
        icon="circle-check"
        title={t('tpl:withdrawal:approved')}
        action={<LinkButton onClick={onOpen}>{t('tpl:withdrawal:order')}</LinkButton>}
      >
        {amount && (
          <WholeValue
            sentence={t('tpl:withdrawal:approved_text', { amount, number: data.order.number })}
            value={data.order.number}
          />
        )}
      </Callout>
      <Callout type="plain" icon="info" live={false}>
        {t('tpl:withdrawal:keep_text')}
      </Callout>
    </>
  );
}

/** The withdrawal that waits for its code; after a reload in the middle the page of its order asks for that. */
function useHeld() {
  const { router } = useApp();
  const { tab } = useRuntime();
  const key = 'causeway.withdrawal';
  const [held, setHeld] = useState<{ confirmation: Confirmation; form: WithdrawalForm; isApproved: boolean }>();
  useEffect(() => {
    const waiting = tab.get(key);
    if (waiting !== undefined) router.navigate('order-status', { orderId: waiting });
    return () => tab.remove(key);
  }, [router, tab]);
  const keep = (next: NonNullable<typeof held>): void => {
    tab.set(key, next.confirmation.niceId);
    setHeld(next);
  };
  return [held, keep] as const;
}

/** The exchange's picker of balances that can be withdrawn, or of ways out. */
function ChoicePicker({ payinSelect, payoutSelect, form, ...picker }: WithdrawalPicker) {
  const { exchange } = useApp();
  const { config } = useAccount();
  const t = useTexts();
  return (
    <Suspense fallback={null}>
      <Picker
        {...picker}
        {...(picker.side === 'payin' && { title: t('tpl:withdrawal:from') })}
        config={{ ...config, swConfig: { ...config.swConfig, payinSelect, payoutSelect } }}
        preorder={{ ...exchange.getState().preorder, ...priceFields(form), payinGroup: 'balance' }}
      />
    </Suspense>
  );
}
