import { useEffect, useSyncExternalStore } from 'react';
import { type NotificationsList, keptNotifications } from '../../features/notifications/notifications-list.ts';
import { gatherTime } from '../../lib/live/live-poll.ts';
import { liveOf } from '../../lib/live/live.ts';
import type { HeaderProps } from '../../parts/page/header.tsx';
import { useTexts } from '../../platform/runtime.ts';
import { useAllTexts } from '../../platform/late-part.tsx';
import { type AppParts, useApp } from '../app-parts.ts';
import { modeRow } from '../modes.ts';
import { titleUnread } from '../title/page-title.ts';

/** Milliseconds between two looks at the list while the page is seen and no stream is open. */
export const unreadPolling = 60_000;

/** The list of the client who is signed in, where the feature is on. */
export function unreadList({ account, runtime, mode, isFlagOn }: AppParts): NotificationsList | undefined {
  const { client } = account.store.getState();
  const isOn = client.isAuthorized === 1 && !modeRow(mode).isMerchant && isFlagOn('push_notifications');
  return isOn ? keptNotifications(runtime, client.niceId) : undefined;
}

/** Keeps the list of notifications read, and its number of unread ones before the title of a tab of the page's own. */
export function watchUnread(parts: AppParts): () => void {
  const { boot } = parts.runtime;
  const isFramed = boot.parentOrigins.length > 0;
  let watched: NotificationsList | undefined;
  let stop = () => {};
  const show = () => {
    if (!isFramed) titleUnread(boot.brand.name, watched?.state().unreadCount ?? 0);
  };
  const look = () => {
    if (document.visibilityState === 'visible' && parts.runtime.network.isOnline()) void watched?.refresh();
  };
  const followClient = () => {
    const list = unreadList(parts);
    if (list === watched) return;
    stop();
    watched = list;
    stop = list?.subscribe(show) ?? (() => {});
    show();
    look();
  };
  followClient();
  const leave = parts.account.store.subscribe(followClient);
  const live = liveOf(parts.runtime);
  const timer = setInterval(() => live.isOpen() || look(), unreadPolling);
  let gathering: ReturnType<typeof setTimeout> | undefined;
  // The number in the title is for those who look at another tab.
  const read = () => {
    if (watched?.state().isLoading === true) gathering = setTimeout(read, gatherTime);
    else void watched?.refresh();
  };
  const unhear = live.subscribe((word) => {
    if (word !== 'notifications' && word !== 'open') return;
    clearTimeout(gathering);
    gathering = setTimeout(read, gatherTime);
  });
  return () => {
    leave();
    unhear();
    stop();
    clearTimeout(gathering);
    clearInterval(timer);
  };
}

interface BellProps {
  /** Gets the header's bell, and undefined where there is none. */
  onBell: (bell: HeaderProps['notifications']) => void;
}

/** Draws nothing itself: the header does, whose code is there before that of the notifications. */
export function Bell({ onBell }: BellProps): null {
  const parts = useApp();
  const t = useTexts();
  const hasTexts = useAllTexts();
  const list = unreadList(parts);
  const count = () => list?.state().unreadCount ?? 0;
  const unread = useSyncExternalStore(list?.subscribe ?? neverChanges, count, count);
  const label = hasTexts && (unread > 0 ? t('tpl:notification:count', { count: unread }) : t('tpl:menu:notifications'));
  useEffect(() => {
    if (label === false) return undefined;
    onBell({ label, unread: unread > 0, onOpen: () => parts.router.navigate('notifications') });
    return () => onBell(undefined);
  }, [label, unread, parts, onBell]);
  return null;
}

const neverChanges = () => () => {};
