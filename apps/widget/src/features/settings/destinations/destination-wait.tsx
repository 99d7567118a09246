import { setDestinationWaitEndpoint } from '@causeway/contract/endpoints/set-destination-wait.generated';
import { useState } from 'react';
import { dateText } from '../../../lib/format/moment-text.ts';
import { FormFrame } from '../../../parts/page/form-frame.tsx';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import { useSave } from '../../../platform/use-save.ts';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { QuietButton } from '../../../ui/buttons/quiet-button.tsx';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { SwitchRow } from '../../../ui/fields/switch-row.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import text from '../../../ui/layout/text.module.css';
import { ProofFields } from '../proof-fields.tsx';
import { useProof } from '../use-proof.ts';

export interface DestinationWaitProps {
  email: string;
  wait: { isWaitOn: 0 | 1; waitEndsAt: number; waitHours: number };
  onChanged: () => void;
}

/** The switch that lets new destinations wait. Switching it off takes the owner's proof, and a day. */
export function DestinationWait({ email, wait, onChanged }: DestinationWaitProps) {
  const { api, texts } = useRuntime();
  const t = useTexts();
  const saving = useSave(['password', 'code']);
  const proof = useProof();
  const [isEnding, setEnding] = useState(false);
  const { isWaitOn, waitEndsAt, waitHours: hours } = wait;
  const set = async (isOn: boolean) => {
    const values = isOn ? { isOn } : { isOn, ...proof.values };
    if (await saving.run(() => api.call(setDestinationWaitEndpoint, values))) {
      setEnding(false);
      onChanged();
    }
  };
  return (
    <section className={text.stackS}>
      <Card kind="flush">
        <SwitchRow
          isOn={isWaitOn === 1}
          busy={saving.isBusy}
          onTurn={(isOn) => {
            if (isOn) void set(true);
            else if (waitEndsAt === 0) setEnding(true);
          }}
        >
          {t('tpl:settings:destinations:wait', { hours })}
        </SwitchRow>
      </Card>
      {isEnding ? (
        <FormFrame
          isPart
          saving={saving}
          submit={{ text: t('tpl:settings:destinations:wait_off'), isDanger: true, isMissing: proof.isMissing }}
          after={
            <QuietButton look="bare" onClick={() => setEnding(false)}>
              {t('tpl:settings:destinations:wait_keep')}
            </QuietButton>
          }
          onSubmit={() => void set(false)}
        >
          <Callout type="warning" live={false}>
            {t('tpl:settings:destinations:wait_off_text', { hours })}
          </Callout>
          <ProofFields autoFocus proof={proof} saving={saving} email={email} />
        </FormFrame>
      ) : (
        <>
          {waitEndsAt > 0 ? (
            <Callout
              type="warning"
              action={
                <LinkButton onClick={() => void set(true)}>{t('tpl:settings:destinations:wait_keep')}</LinkButton>
              }
            >
              {t('tpl:settings:destinations:wait_ends', { day: dateText(waitEndsAt, texts.language()) })}
            </Callout>
          ) : (
            <Callout type="plain" icon="info" live={false}>
              {t('tpl:settings:destinations:wait_text')}
            </Callout>
          )}
          {saving.error && <Callout>{saving.error}</Callout>}
        </>
      )}
    </section>
  );
}
