import { useEffect, useState, type ReactNode } from 'react';
import { NetworkFailure } from '../../lib/api/network-failure.ts';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import layout from '../../ui/layout/layout.module.css';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { useApp } from '../app-parts.ts';

/**
 * Shown where a page waits for the client: a page that was opened by its URL is drawn before the client is read. Then
 * the guards run again, so that a page which is not this client's is left.
 */
export function UnknownClient({ children }: { children: ReactNode }) {
  const { account, router } = useApp();
  const { log } = useRuntime();
  const t = useTexts();
  const [turn, setTurn] = useState(0);
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    account.refreshClient().then(router.check, (error: unknown) => {
      log.warn('The client could not be read', error);
      setFailure(error ?? true);
    });
  }, [account, router, log, turn]);
  const again = () => {
    setFailure(undefined);
    setTurn(turn + 1);
  };
  return (
    <div className={layout.main}>
      {failure === undefined ? (
        children
      ) : (
        <Note action={<LinkButton onClick={again}>{t('tpl:common:try_again')}</LinkButton>}>
          {t(failure instanceof NetworkFailure ? 'tpl:common:network' : 'tpl:common:error:system')}
        </Note>
      )}
    </div>
  );
}
