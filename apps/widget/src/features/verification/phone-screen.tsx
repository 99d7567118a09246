import { getPhoneEndpoint } from '@causeway/contract/endpoints/get-phone.generated';
import { listCountriesEndpoint } from '@causeway/contract/endpoints/list-countries.generated';
import { useState, type ReactNode } from 'react';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { useLoaded } from '../../platform/use-loaded.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import layout from '../../ui/layout/layout.module.css';
import { ListRow } from '../../ui/layout/list-row.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Pill } from '../../ui/feedback/pill.tsx';
import { QuietButton } from '../../ui/buttons/quiet-button.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { PhoneNumberForm } from './phone-number-form.tsx';
import { usePhoneCode, type PhoneProof } from './use-phone-code.ts';
import { PhoneCode } from './phone-code.tsx';

export interface PhoneScreenProps {
  /** The owner's proof, which another number than the confirmed one takes. */
  proof: {
    values: PhoneProof;
    fields: (saving: ReturnType<typeof usePhoneCode>) => ReactNode;
    onSent: () => void;
  };
  onVerified: () => void;
}

/** The client's phone number: which one is confirmed, another one, and the code that was sent to it. */
export function PhoneScreen({ proof, onVerified }: PhoneScreenProps) {
  const { api } = useRuntime();
  const t = useTexts();
  const { data, error, again } = useLoaded(
    async () => {
      const [own, countries] = await Promise.all([api.call(getPhoneEndpoint, {}), api.call(listCountriesEndpoint, {})]);
      return { ...own, countries: countries.data };
    },
    { hasTexts: true },
  );
  const form = usePhoneCode();
  const [isChanging, setChanging] = useState(false);
  const [asked, setAsked] = useState<{ phone: string; country: string }>();

  if (!data)
    return (
      <div className={layout.main} aria-busy={error === undefined}>
        {error === undefined ? <Skeleton width="100%" height="180px" /> : <Callout>{error}</Callout>}
        {error !== undefined && <Button onClick={again}>{t('tpl:common:try_again')}</Button>}
      </div>
    );
  if (asked)
    return (
      <PhoneCode
        phone={asked.phone}
        form={form}
        onAgain={() => void form.send(asked.phone, asked.country)}
        onOther={() => {
          form.clear();
          setAsked(undefined);
        }}
        onVerified={onVerified}
      />
    );
  if (data.phone !== '' && !isChanging)
    return (
      <div className={layout.main}>
        <Card kind="row">
          <ListRow
            icon="phone"
            on
            title={<bdi dir="ltr">{data.phone}</bdi>}
            text={t('tpl:verification:phone_yours')}
            end={<Pill tone="ok">{t('tpl:verification:phone_confirmed')}</Pill>}
          />
        </Card>
        <QuietButton look="line" onClick={() => setChanging(true)}>
          {t('tpl:verification:phone_change')}
        </QuietButton>
      </div>
    );
  return (
    <PhoneNumberForm
      countries={data.countries}
      firstCountry={data.country}
      form={form}
      proofFields={data.phone !== '' && proof.fields(form)}
      onSend={async (phone, country) => {
        if (!(await form.send(phone, country, data.phone === '' ? {} : proof.values))) return;
        proof.onSent();
        setAsked({ phone, country });
      }}
    />
  );
}
