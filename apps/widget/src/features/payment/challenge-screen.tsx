import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { leaveTab } from '../../platform/open-outside.ts';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import layout from '../../ui/layout/layout.module.css';
import { Callout } from '../../ui/feedback/callout.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { QuietButton } from '../../ui/buttons/quiet-button.tsx';
import text from '../../ui/layout/text.module.css';
import styles from './challenge-screen.module.css';
import { CancelButton } from './components/cancel-button.tsx';
import type { PaymentParts } from './payment-parts.ts';
import { readCardFrameMessage, type CardFrameMessage } from '../../parts/card-frame/card-frame-message.ts';
import { frameAddress } from '../../parts/card-frame/frame-address.ts';

/** Room for a bank that does not say how much it needs: the second size of EMV 3-D Secure, with its edges. */
const firstHeight = 420;

/**
 * The bank's challenge (3-D Secure), in a frame. Banks that refuse frames are opened in a separate window, and where
 * the browser blocks that, at top level: then the page around this one is asked to go there.
 */
export function ChallengeScreen({ url, amount, onCancel, again, ...parts }: PaymentParts & { url: string }) {
  const { popups, frame: host, tab } = useRuntime();
  const t = useTexts();
  const frame = useRef<HTMLIFrameElement>(null);
  const [isAnswered, setAnswered] = useState(false);
  const [isOutside, setOutside] = useState(false);
  const [height, setHeight] = useState(firstHeight);
  const heading = useRef<HTMLHeadingElement>(null);
  const hear = (message: CardFrameMessage | undefined) => {
    if (message?.type === 'height') setHeight(Math.max(firstHeight, message.height));
    if (message?.type !== 'challenge_done') return;
    setAnswered(true);
    again();
  };

  useFrameMessages(frame, new URL(url).origin, hear);
  // Moves the focus for screen readers: to the bank's challenge, and after its frame has closed, to the answer.
  useEffect(() => heading.current?.focus(), [isAnswered]);

  function openOutside(): void {
    const popup = popups.open();
    if (popup) {
      popup.go(url);
      setOutside(true);
    } else if (host.isFramed) host.redirect(url);
    else leaveTab({ tab }, url);
  }

  return (
    <div className={layout.main}>
      {parts.summary}
      <div className={text.stackS}>
        <h2 ref={heading} tabIndex={-1} className={text.title}>
          {t(isAnswered ? 'tpl:payment:answered_title' : 'tpl:payment:challenge_title', { amount })}
        </h2>
        {!isAnswered && !isOutside && <p className={text.lead}>{t('tpl:payment:challenge_text')}</p>}
      </div>
      {isAnswered && (
        <>
          <p className={text.lead}>{t('tpl:payment:challenge_answered')}</p>
          <ProgressBar label={t('tpl:payment:answered_title')} />
        </>
      )}
      {isOutside && !isAnswered && <Callout type="info">{t('tpl:payment:challenge_outside')}</Callout>}
      {!isAnswered && !isOutside && (
        <iframe
          ref={frame}
          className={styles.frame}
          style={{ blockSize: `${height}px` }}
          title={t('tpl:payment:challenge_frame')}
          // Without the right to navigate the top: the bank's page stays in its frame.
          // oxlint-disable-next-line react/iframe-missing-sandbox -- another origin's page keeps its own storage and cannot reach out of the box
          sandbox="allow-scripts allow-forms allow-same-origin allow-popups"
          src={frameAddress(url, { origin: location.origin })}
        />
      )}
      <div className={`${text.stackS} ${layout.push}`}>
        {!isAnswered && (
          <QuietButton look="line" icon="external-link" onClick={openOutside}>
            {t('tpl:payment:challenge_open')}
          </QuietButton>
        )}
        <CancelButton onCancel={onCancel} />
      </div>
    </div>
  );
}

/** Receives the messages of this frame only. */
function useFrameMessages(
  frame: RefObject<HTMLIFrameElement | null>,
  origin: string,
  hear: (message: CardFrameMessage | undefined) => void,
): void {
  const heard = useEffectEvent(hear);
  useEffect(() => {
    const listen = (event: MessageEvent<unknown>) => {
      if (event.origin !== origin || event.source !== frame.current?.contentWindow) return;
      heard(readCardFrameMessage(event.data));
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [frame, origin]);
}
