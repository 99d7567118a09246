import { getCompanyChangesEndpoint } from '@causeway/contract/endpoints/get-company-changes.generated';
import { acceptCompanyChangesEndpoint } from '@causeway/contract/endpoints/accept-company-changes.generated';
import { useState } from 'react';
import { useAsking } from '../../parts/entry/use-asking.ts';
import { RichText } from '../../parts/page/rich-text.tsx';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { useLoaded } from '../../platform/use-loaded.ts';
import { type Saving, useSave } from '../../platform/use-save.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import layout from '../../ui/layout/layout.module.css';
import { Callout } from '../../ui/feedback/callout.tsx';
import { QuietButton } from '../../ui/buttons/quiet-button.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import text from '../../ui/layout/text.module.css';
import styles from './company-changes.module.css';
import type { Api } from '../../lib/api/api.ts';

interface CompanyChangesScreenProps {
  onAccepted: () => Promise<void>;
  onLogOut: () => void;
}

/** The changed agreement: read, consent, accept; signing out is the only alternative. */
export function CompanyChangesScreen({ onAccepted, onLogOut }: CompanyChangesScreenProps) {
  const { api, toasts } = useRuntime();
  const t = useTexts();
  const { data, error, again } = useLoaded(() => api.call(getCompanyChangesEndpoint, {}), { hasTexts: true });
  const [isAgreed, setAgreed] = useState(false);
  const saving = useSave(['is_agree']);
  const asked = t('tpl:error:AGREEMENT_REQUIRED', { agreement: 'terms' });
  const { ref, fault, button } = useAsking<HTMLDivElement>(!isAgreed, saving.isBusy, asked);

  const onFailed = () => toasts.show({ text: t('tpl:common:error:system'), kind: 'error' });
  const accept = (version: string) =>
    acceptChanges({ api, saving, onAccepted, onFailed }, { version, isAgree: isAgreed });

  return (
    <div ref={ref} className={layout.main}>
      {!data && error === undefined && <Skeleton width="100%" height="240px" />}
      {error !== undefined && (
        <>
          <Callout>{error}</Callout>
          <Button onClick={again}>{t('tpl:common:try_again')}</Button>
        </>
      )}
      {data && (
        <>
          <div className={text.stackS}>
            <h2 className={text.title}>{data.title}</h2>
            <p className={text.lead}>{data.companyName}</p>
          </div>
          <Card>
            <div className={styles.text}>
              <RichText>{data.text}</RichText>
            </div>
          </Card>
          <Checkbox checked={isAgreed} onChange={setAgreed} error={saving.errors.is_agree ?? fault}>
            {t('tpl:company_changes:agree')}
          </Checkbox>
          {saving.error && <Callout>{saving.error}</Callout>}
          <Button big className={layout.push} {...button} onClick={() => void accept(data.version)}>
            {t('tpl:company_changes:accept')}
          </Button>
        </>
      )}
      <QuietButton look="bare" onClick={onLogOut}>
        {t('tpl:menu:logout')}
      </QuietButton>
    </div>
  );
}

export interface AcceptOptions {
  api: Api;
  saving: Pick<Saving<'is_agree'>, 'run'>;
  onAccepted: () => Promise<void>;
  /** Notifies that it failed (8-11). */
  onFailed: () => void;
}

/** Accepts this version of the agreement at the server. */
export async function acceptChanges(
  { api, saving, onAccepted, onFailed }: AcceptOptions,
  acceptance: { version: string; isAgree: boolean },
): Promise<void> {
  const answer = await saving.run(() => api.call(acceptCompanyChangesEndpoint, acceptance));
  if (answer) await onAccepted();
  else onFailed();
}
