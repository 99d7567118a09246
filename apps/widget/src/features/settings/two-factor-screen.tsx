import { getTwoFactorEndpoint } from '@causeway/contract/endpoints/get-two-factor.generated';
import { useState } from 'react';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { useLoaded } from '../../platform/use-loaded.ts';
import { Card } from '../../ui/layout/card.tsx';
import layout from '../../ui/layout/layout.module.css';
import { ListRow } from '../../ui/layout/list-row.tsx';
import { Pill } from '../../ui/feedback/pill.tsx';
import { LoadingBody } from './loading-body.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TurnOffTwoFactor } from './turn-off-two-factor.tsx';
import { TurnOnTwoFactor } from './turn-on-two-factor.tsx';

/**
 * Two-factor sign-in: a QR code and a code to switch it on, the recovery codes once, a code to switch it off.
 */
export function TwoFactorScreen({ email, onDone }: { email: string; onDone: () => void }) {
  const { api } = useRuntime();
  const t = useTexts();
  const { data, error, again } = useLoaded(() => api.call(getTwoFactorEndpoint, {}));
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (!data) return <LoadingBody error={error} onAgain={again} />;
  const isOn = data.isEnabled === 1;
  return (
    <div className={layout.main}>
      <Card kind="row">
        <ListRow
          icon="shield-check"
          on
          title={t('tpl:settings:2fa:app')}
          text={t('tpl:settings:2fa:app_text')}
          end={<Pill tone={isOn ? 'ok' : 'plain'}>{t(isOn ? 'tpl:settings:on' : 'tpl:settings:off')}</Pill>}
        />
      </Card>
      {isOn ? (
        <TurnOffTwoFactor email={email} onOff={again} />
      ) : (
        <TurnOnTwoFactor setUp={data} email={email} onOn={setCodes} />
      )}
    </div>
  );
}
