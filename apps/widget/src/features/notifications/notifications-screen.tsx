import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { failureText } from '../../lib/format/error-text.ts';
import { useDrawnOnce } from '../../parts/list/use-pages.ts';
import { follow } from '../../parts/page/follow.ts';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { useLanguage } from '../../platform/use-loaded.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { QuietButton } from '../../ui/buttons/quiet-button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Icon } from '../../ui/icon.tsx';
import layout from '../../ui/layout/layout.module.css';
import text from '../../ui/layout/text.module.css';
import { agoText, lookOf } from './notification-look.ts';
import type { Chosen, Notification, NotificationsList } from './notifications-list.ts';
import styles from './notifications.module.css';

interface NotificationsScreenProps {
  list: NotificationsList;
  hrefOf: (link: string) => string;
  onOpen: (link: string) => void;
}

/** What the client was notified of, with reading and deleting. */
export function NotificationsScreen({ list, hrefOf, onOpen }: NotificationsScreenProps) {
  const t = useTexts();
  const { rows, nextPageId, isLoading, failure } = useSyncExternalStore(list.subscribe, list.state, list.state);
  const acts = useActs(list);
  const language = useLanguage();
  const draw = useDrawnOnce(
    (row: Notification) => (
      <li key={row.niceId} className={styles.row}>
        <Row
          row={row}
          href={hrefOf(row.link)}
          onOpen={() => {
            if (row.readAt === 0) void acts.read([row.niceId]);
            onOpen(row.link);
          }}
          onDelete={() => void acts.remove([row.niceId])}
        />
      </li>
    ),
    list,
  );
  useEffect(() => void list.refresh(), [list, language]);
  const callout = failure !== undefined && (
    <Callout
      action={
        <LinkButton onClick={() => void (rows && nextPageId !== '' ? list.more() : list.refresh())}>
          {t('tpl:common:try_again')}
        </LinkButton>
      }
    >
      {failureText(failure, t)}
    </Callout>
  );
  return (
    <div className={layout.main} ref={acts.frame}>
      <p className="vh" role="status">
        {acts.said}
      </p>
      {rows === undefined && (callout || <Waiting />)}
      {rows?.length === 0 &&
        (callout || <EmptyState title={t('tpl:notification:empty')}>{t('tpl:notification:empty_text')}</EmptyState>)}
      {rows !== undefined && rows.length > 0 && (
        <>
          <ul className={styles.list}>{rows.map(draw)}</ul>
          {callout}
          {nextPageId === '' ? (
            <p className={classNames(text.s, text.quiet, text.center, layout.push)}>{t('tpl:notification:end')}</p>
          ) : (
            <QuietButton look="line" busy={isLoading} className={layout.push} onClick={() => void list.more()}>
              {t('tpl:notification:older')}
            </QuietButton>
          )}
          <DeleteAll onDelete={() => void acts.remove('all')} />
        </>
      )}
    </div>
  );
}

/** Reading and deleting; a failure is shown and changes nothing. After a deletion the focus stays in the list. */
function useActs(list: NotificationsList) {
  const { toasts } = useRuntime();
  const t = useTexts();
  const frame = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState('');
  async function run(act: () => Promise<void>): Promise<boolean> {
    try {
      await act();
      return true;
    } catch (error) {
      toasts.show({ kind: 'error', text: failureText(error, t) });
      return false;
    }
  }
  return {
    frame,
    said,
    read: (chosen: Chosen) => run(() => list.read(chosen)),
    async remove(chosen: Chosen) {
      const buttons = () => [...(frame.current?.querySelectorAll<HTMLElement>('li > button') ?? [])];
      const at = buttons().findIndex((button) => button === document.activeElement);
      if (!(await run(() => list.remove(chosen)))) return;
      setSaid(t('tpl:notification:deleted'));
      requestAnimationFrame(() => {
        const next = buttons()[Math.max(0, at)] ?? buttons().at(-1);
        (next ?? document.querySelector<HTMLElement>('h1'))?.focus();
      });
    },
  };
}

interface RowProps {
  row: Notification;
  href: string;
  onOpen: () => void;
  onDelete: () => void;
}

function Row({ row: { type, title, text: message, createdAt, readAt }, href, onOpen, onDelete }: RowProps) {
  const t = useTexts();
  const { texts } = useRuntime();
  const [now] = useState(() => Math.floor(Date.now() / 1000));
  const { icon, tone } = lookOf(type);
  const isUnread = readAt === 0;
  return (
    <>
      <a className={styles.item} href={href} onClick={follow(onOpen)}>
        <span className={classNames(styles.tile, styles[tone])}>
          <Icon name={icon} />
        </span>
        <span className={layout.grow}>
          <span className={classNames(styles.title, isUnread && styles.unread)}>{title}</span>
          <span className={styles.text}>{message}</span>
        </span>
        <span className={styles.when}>
          {agoText(createdAt, now, texts.language())}
          {isUnread && (
            <>
              <i className={styles.dot} aria-hidden="true" />
              <span className="vh">{t('tpl:notification:unread')}</span>
            </>
          )}
        </span>
      </a>
      <IconButton icon="trash-2" label={t('tpl:notification:delete', { title })} onClick={onDelete} />
    </>
  );
}

function DeleteAll({ onDelete }: { onDelete: () => void }) {
  const t = useTexts();
  const [isAsked, setAsked] = useState(false);
  if (!isAsked)
    return (
      <QuietButton look="bare" onClick={() => setAsked(true)}>
        {t('tpl:notification:delete_all')}
      </QuietButton>
    );
  return (
    <div className={styles.sure}>
      <p role="status">{t('tpl:notification:delete_all_sure')}</p>
      <QuietButton look="danger" onClick={onDelete}>
        {t('tpl:notification:delete_all')}
      </QuietButton>
      <QuietButton look="line" autoFocus onClick={() => setAsked(false)}>
        {t('tpl:notification:keep')}
      </QuietButton>
    </div>
  );
}

function Waiting() {
  return (
    <div className={text.stack} aria-busy="true">
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} width="100%" height="56px" />
      ))}
    </div>
  );
}
