import { type ComponentType, type ReactNode, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { HasPassword, hasPasswordOf } from '../../features/settings/use-proof.ts';
import { failureText } from '../../lib/format/error-text.ts';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import layout from '../../ui/layout/layout.module.css';
import { useAccount, useApp } from '../app-parts.ts';
import { menuPlace } from '../menu/menu-rule.ts';
import styles from './cabinet-page.module.css';
import { shownPages, useIsPage } from './use-wide.ts';
import { isExchangeBeside } from './wide-rule.ts';

/** A page of the cabinet: a card on a phone and in a frame, else the column beside the menu. */
export function CabinetPage({ children }: { children: ReactNode }) {
  const { router } = useApp();
  const isPage = useIsPage();
  const { name } = useSyncExternalStore(router.subscribe, router.current, router.current);
  useLayoutEffect(() => shownPages.enter(), []);
  const wide = isPage && classNames(styles.wide, isExchangeBeside(name) && styles.shared);
  return (
    <div className={classNames(styles.shell, wide)} data-cabinet={isPage ? '' : undefined}>
      <div
        id="content"
        tabIndex={-1}
        className={classNames(styles.main, menuPlace(name)?.current === 'page' && styles.top)}
      >
        {children}
      </div>
    </div>
  );
}

export interface KnownClient {
  /** Empty until one is known. */
  niceId: string;
  /** Counts the changes from one client to another. */
  turn: number;
}

/**
 * Mounts a view again when another client signs in, so that nothing of the one before stays in it. A page that was
 * opened by its URL is drawn before its client is read: that one becoming known changes nothing, or what the person has
 * typed, opened or focused meanwhile would be lost and each list be read twice.
 */
export function ofOneClient(View: ComponentType): ComponentType {
  return function OfOneClient() {
    const { client } = useAccount();
    const { niceId } = client;
    const { session } = useApp().runtime;
    const [known, setKnown] = useState<KnownClient>({ niceId, turn: 0 });
    useEffect(() => session.subscribe((event) => event === 'other-tab' && setKnown(otherTokens)), [session]);
    const next = nextKnown(known, niceId);
    if (next !== known) setKnown(next);
    return (
      <HasPassword value={hasPasswordOf(client)}>
        <View key={next.turn} />
      </HasPassword>
    );
  };
}

/** @param niceId the client of now, empty while there is none */
export function nextKnown(known: KnownClient, niceId: string): KnownClient {
  if (niceId === '' || niceId === known.niceId) return known;
  return { niceId, turn: known.niceId === '' ? known.turn : known.turn + 1 };
}

/** What was drawn with the tokens of a client who is not known yet may not stay for another's. */
export function otherTokens(known: KnownClient): KnownClient {
  return known.niceId === '' ? { ...known, turn: known.turn + 1 } : known;
}

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
        <Callout action={<LinkButton onClick={again}>{t('tpl:common:try_again')}</LinkButton>}>
          {failureText(failure, t)}
        </Callout>
      )}
    </div>
  );
}
