import { useState } from 'react';
import { failureText } from '../../../lib/format/error-text.ts';
import { LateQr } from '../../../parts/entry/late-qr.tsx';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { QuietButton } from '../../../ui/buttons/quiet-button.tsx';
import { useCopy } from '../../../ui/buttons/use-copy.ts';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Popup } from '../../../ui/layout/popup.tsx';
import text from '../../../ui/layout/text.module.css';
import type { FollowedWizard } from '../files/use-wizard.ts';
import type { FileWizard } from '../files/wizard-files.ts';
import { useHandover, type Handover } from './use-handover.ts';

export interface HandoverOfferProps {
  wizard: FileWizard;
  walletId: string;
  followed: FollowedWizard;
  /** Files are missing still. */
  isNeeded: boolean;
}

/** On a computer: goes on with a phone, whose camera is better, and follows what it does (F9). */
export function HandoverOffer({ wizard, walletId, followed, isNeeded }: HandoverOfferProps) {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const handover = useHandover({ wizard, walletId, onFiles: (files) => followed.change(() => files) });
  const { state } = handover;
  // Once it was used it stays: the focus comes back to it, and the phone may bring the last file.
  if ((!isNeeded && !wasOpened) || matchMedia('(pointer: coarse)').matches) return null;
  const leave = () => {
    setOpen(false);
    handover.endUnopened();
  };
  return (
    <>
      <QuietButton
        look="line"
        icon="smartphone"
        onClick={() => {
          if (state.name !== 'open') handover.start();
          setOpen(true);
          setOpened(true);
        }}
      >
        {t('tpl:verification:handover_button')}
      </QuietButton>
      {!isOpen && state.name === 'open' && (
        <p className={classNames(text.s, text.muted)} role="status">
          {t('tpl:verification:handover_open')}
        </p>
      )}
      <Popup
        open={isOpen}
        onClose={leave}
        title={t('tpl:verification:handover_button')}
        closeLabel={t('tpl:common:close')}
      >
        <div className={text.stack}>
          <Body handover={handover} onLeave={leave} />
          <p className="vh" role="status">
            {state.name === 'waiting' && t('tpl:verification:handover_waiting')}
          </p>
        </div>
      </Popup>
    </>
  );
}

function Body({ handover, onLeave }: { handover: Handover; onLeave: () => void }) {
  const t = useTexts();
  const { state, start, end } = handover;
  if (state.name === 'none' || state.name === 'starting')
    return (
      <div aria-busy="true">
        <Skeleton width="100%" height="260px" />
      </div>
    );
  if (state.name === 'waiting') return <Link token={state.token} />;
  if (state.name === 'open')
    return (
      <>
        <Callout type="info" icon="smartphone" title={t('tpl:verification:handover_open')}>
          {state.deviceName}
        </Callout>
        <QuietButton look="line" onClick={end}>
          {t('tpl:verification:handover_stop')}
        </QuietButton>
      </>
    );
  if (state.name === 'done')
    return (
      <>
        <Callout type="success" icon="check">
          {t('tpl:verification:handover_done')}
        </Callout>
        <Button onClick={onLeave}>{t('tpl:verification:continue')}</Button>
      </>
    );
  return (
    <>
      <Callout>{state.name === 'failed' ? failureText(state.failure, t) : t('tpl:verification:handover_over')}</Callout>
      <Button onClick={start}>
        {t(state.name === 'failed' ? 'tpl:common:try_again' : 'tpl:verification:handover_new')}
      </Button>
    </>
  );
}

function Link({ token }: { token: string }) {
  const { toasts, texts } = useRuntime();
  const t = useTexts();
  const language = texts.language();
  // Behind the hash, so that no server and no log on the way reads it.
  const url = `${location.origin}${language === 'en' ? '' : `/${language}`}/handover#${token}`;
  const { isCopied, copy } = useCopy({
    text: url,
    onRefused: () => toasts.show({ kind: 'error', text: url }),
  });
  return (
    <>
      <p className={text.lead}>{t('tpl:verification:handover_text')}</p>
      <LateQr text={url} label={t('tpl:verification:handover_qr')} />
      <QuietButton look="line" icon={isCopied ? 'check' : 'copy'} onClick={copy}>
        {t('tpl:verification:handover_copy')}
      </QuietButton>
    </>
  );
}
