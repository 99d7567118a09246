import type { AnswerOf } from '@causeway/contract/define-call';
import type { openIdentityCheck } from '@causeway/contract/calls/open-identity-check';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import { useState, useRef, useEffectEvent, useEffect } from 'react';
import { openOutside, leaveTab } from '../../../platform/open-outside.ts';
import text from '../../../ui/layout/text.module.css';
import { Callout } from '../../../ui/feedback/callout.tsx';
import styles from './identity-check.module.css';
import { QuietButton } from '../../../ui/buttons/quiet-button.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { Button } from '../../../ui/buttons/button.tsx';

export type OpenedPage = Pick<AnswerOf<typeof openIdentityCheck>, 'url' | 'isFramed' | 'expirationTimeSec'>;

interface ProviderPageProps {
  page: OpenedPage;
  provider: string;
  again: () => void;
  onOver: () => void;
}

/** The open page, followed until its time is over. */
export function ProviderPage({ page, provider, again, onOver }: ProviderPageProps) {
  const { url, isFramed, expirationTimeSec } = page;
  const { popups, frame: host, native, tab } = useRuntime();
  const t = useTexts();
  const [isOutside, setOutside] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const look = useEffectEvent(again);
  const over = useEffectEvent(onOver);
  useEffect(() => heading.current?.focus(), [isOutside]);
  useEffect(() => {
    const looks = setInterval(() => look(), lookEvery);
    const end = setTimeout(() => over(), expirationTimeSec * 1000);
    return () => {
      clearInterval(looks);
      clearTimeout(end);
    };
  }, [expirationTimeSec]);

  function openWindow(): void {
    setOutside(true);
    if (native.getState().app) return openOutside(native, url);
    const popup = popups.open();
    if (popup) popup.go(url);
    else if (host.isFramed) host.redirect(url);
    else leaveTab({ tab }, url);
  }

  return (
    <>
      <h2 ref={heading} tabIndex={-1} className={text.title}>
        {t('tpl:verification:idcheck_page', { provider })}
      </h2>
      <Callout type="info" icon="clock">
        {t(isOutside ? 'tpl:verification:idcheck_outside' : 'tpl:verification:idcheck_follow')}
      </Callout>
      {isFramed === 1 && !isOutside && (
        <iframe
          className={styles.frame}
          title={t('tpl:verification:idcheck_page', { provider })}
          allow="camera; fullscreen"
          // Without the right to navigate the top: the provider's page stays in its frame.
          // oxlint-disable-next-line react/iframe-missing-sandbox -- another origin's page keeps its own storage and cannot reach out of the box
          sandbox="allow-scripts allow-forms allow-same-origin allow-popups"
          src={url}
        />
      )}
      {isFramed === 1 && !isOutside ? (
        <QuietButton look="line" icon="external-link" className={layout.push} onClick={openWindow}>
          {t('tpl:verification:idcheck_window')}
        </QuietButton>
      ) : (
        <Button big icon="external-link" className={layout.push} onClick={openWindow}>
          {t('tpl:verification:idcheck_window')}
        </Button>
      )}
    </>
  );
}

/** Milliseconds between two looks while the page of the provider is open. */
export const lookEvery = 5000;
