import { openIdentityCheckEndpoint } from '@causeway/contract/endpoints/open-identity-check.generated';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import { useSave } from '../../../platform/use-save.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Callout } from '../../../ui/feedback/callout.tsx';
import layout from '../../../ui/layout/layout.module.css';
import text from '../../../ui/layout/text.module.css';
import type { WizardInfo } from '../files/use-wizard.ts';
import { type OpenedPage, ProviderPage } from './provider-page.tsx';

export interface IdentityCheckProps {
  info: Pick<WizardInfo, 'provider' | 'status' | 'comments'>;
  /** What stands above it: the order, and why it is asked. */
  head: ReactNode;
  /** Looks at once how far the wizard is. */
  again: () => void;
}

/**
 * The identity wizard where an outside provider checks: its page in a frame, where it may be framed, else in a
 * window, and from an app in the device's browser. What became of it the wizard shows by itself.
 */
export function IdentityCheck({ info, head, again }: IdentityCheckProps) {
  const { api } = useRuntime();
  const t = useTexts();
  const saving = useSave([]);
  const [page, setPage] = useState<OpenedPage>();
  const [isOver, setOver] = useState(false);
  const provider = info.provider.charAt(0).toUpperCase() + info.provider.slice(1);
  const isDeclined = info.status === 'declined';

  async function start(): Promise<void> {
    const answer = await saving.run(() => api.call(openIdentityCheckEndpoint, { wizard: 'identity' }));
    if (answer === undefined) return again();
    setOver(false);
    // Without an address people check by now, and the wizard says so with the next look.
    if (answer.url === '') again();
    else setPage(answer);
  }

  function end(): void {
    setPage(undefined);
    setOver(true);
  }

  // A new answer of the provider ends the page on which it was given.
  const ended = useEffectEvent(() => setPage(undefined));
  useEffect(() => ended(), [info.status]);

  return (
    <div className={layout.main}>
      {head}
      {isDeclined && (
        <Callout type="warning" title={t('tpl:verification:idcheck_declined')}>
          {info.comments['idcheck'] ?? t('tpl:verification:idcheck_declined_text')}
        </Callout>
      )}
      {page === undefined ? (
        <>
          <p className={text.lead}>{t('tpl:verification:idcheck_text', { provider })}</p>
          <p className={text.s}>{t('tpl:verification:idcheck_shared', { provider })}</p>
          {isOver && <Callout type="info">{t('tpl:verification:idcheck_over')}</Callout>}
          {saving.error !== undefined && <Callout>{saving.error}</Callout>}
          <Button big className={layout.push} busy={saving.isBusy} onClick={() => void start()}>
            {t(isDeclined ? 'tpl:verification:idcheck_again' : 'tpl:verification:idcheck_start')}
          </Button>
        </>
      ) : (
        <ProviderPage key={page.url} page={page} provider={provider} again={again} onOver={end} />
      )}
    </div>
  );
}
