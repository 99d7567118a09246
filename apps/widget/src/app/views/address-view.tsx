import { AddressScreen } from '../../features/address/address-screen.tsx';
import { findOption } from '../../features/exchange/rules/find-option.ts';
import { widgetOptions } from '../../features/exchange/rules/widget-options.ts';
import { useTexts } from '../../shell/runtime.ts';
import { useAccount, useApp, useStepper } from '../app-parts.ts';
import { StepFrame, StepSummary } from './step-frame.tsx';

/** The address step of an order. */
export default function AddressView() {
  const { exchange, flow } = useApp();
  const { config } = useAccount();
  const { errors, isCreating } = useStepper();
  const t = useTexts();
  const { preorder } = exchange.getState();
  const option = findOption(config.swConfig.payoutSelect, preorder.payoutCurrency, preorder.payoutGroup);
  const entry = config.currencyConfig[preorder.payoutCurrency];
  const options = widgetOptions(config.swConfig.widgetParams);
  return (
    <StepFrame title={t('tpl:address:title')} stone={3} onBack={flow.back}>
      <AddressScreen
        name={entry?.fullname ?? preorder.payoutCurrency}
        network={preorder.payoutGroup}
        networkName={option?.networkFullname ?? ''}
        fields={option?.fields ?? []}
        initial={{ ...preorder, dstAddress: preorder.dstAddress || options.dstAddress }}
        isFloatingRate={preorder.isFloatingRate}
        isCreating={isCreating}
        errors={errors}
        summary={<StepSummary />}
        onSubmit={(form) => void flow.submitAddress(form)}
      />
    </StepFrame>
  );
}
