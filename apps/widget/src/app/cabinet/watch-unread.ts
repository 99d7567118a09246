import { type NotificationsList, keptNotifications } from '../../features/notifications/notifications-list.ts';
import { gatherTime } from '../../lib/live/live-poll.ts';
import { liveOf } from '../../lib/live/live.ts';
import type { AppParts } from '../app-parts.ts';
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

/**
 * Follows the number of unread notifications, and keeps it before the title of a page that is a tab of its own.
 *
 * @param onCount gets the number; undefined where there is no list
 */
export function watchUnread(parts: AppParts, onCount: (count: number | undefined) => void): () => void {
  const { boot } = parts.runtime;
  const isFramed = boot.parentOrigins.length > 0;
  let watched: NotificationsList | undefined;
  let stop = () => {};
  const show = () => {
    const count = watched?.state().unreadCount;
    if (!isFramed) titleUnread(boot.brand.name, count ?? 0);
    onCount(count);
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
