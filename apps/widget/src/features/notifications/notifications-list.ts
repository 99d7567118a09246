import type { listNotifications } from '@causeway/contract/calls/list-notifications';
import type { AnswerOf } from '@causeway/contract/define-call';
import { deleteNotificationsEndpoint } from '@causeway/contract/endpoints/delete-notifications.generated';
import { listNotificationsEndpoint } from '@causeway/contract/endpoints/list-notifications.generated';
import { readNotificationsEndpoint } from '@causeway/contract/endpoints/read-notifications.generated';
import type { Api } from '../../lib/api/api.ts';
import type { Runtime } from '../../platform/runtime.ts';

type Page = AnswerOf<typeof listNotifications>;
export type Notification = Page['data'][number];

export interface NotificationsState {
  /** Undefined until the first page is there. */
  rows: readonly Notification[] | undefined;
  nextPageId: string;
  unreadCount: number;
  isLoading: boolean;
  /** Why the last reading failed. */
  failure: unknown;
}

/** Entries by their ids, or the whole list. */
export type Chosen = readonly string[] | 'all';

/** The client's list of notifications (3-54, 3-55). It outlives its page, because menu and title show its count. */
export interface NotificationsList {
  state: () => NotificationsState;
  subscribe: (listener: () => void) => () => void;
  /** Reads the first page again; what is shown stays meanwhile. */
  refresh: () => Promise<void>;
  more: () => Promise<void>;
  /** @throws when the server did not take it; the list is then as it was */
  read: (chosen: Chosen) => Promise<void>;
  /** @throws when the server did not take it; the list is then as it was */
  remove: (chosen: Chosen) => Promise<void>;
}

const nothingYet: NotificationsState = {
  rows: undefined,
  nextPageId: '',
  unreadCount: 0,
  isLoading: false,
  failure: undefined,
};

/** The first page in place of the rows it covers; older ones that were loaded stay behind it. */
export function mergePage(
  { rows = [], nextPageId }: Pick<NotificationsState, 'rows' | 'nextPageId'>,
  page: { data: readonly Notification[]; nextPageId: string },
): Pick<NotificationsState, 'rows' | 'nextPageId'> {
  const last = page.data.at(-1);
  const at = last ? rows.findIndex(({ niceId }) => niceId === last.niceId) : -1;
  // Without a common row nothing says that no row between is missing.
  if (page.nextPageId === '' || at < 0 || at === rows.length - 1)
    return { rows: page.data, nextPageId: page.nextPageId };
  return { rows: [...page.data, ...rows.slice(at + 1)], nextPageId };
}

const fieldsOf = (chosen: Chosen) => (chosen === 'all' ? { isAll: true } : { niceIds: [...chosen] });

/** @param language the page's language, in which the server answers */
export function createNotificationsList(api: Api, language: () => string): NotificationsList {
  const listeners = new Set<() => void>();
  let state = nothingYet;
  // An answer to a request from before a change would undo it on screen.
  let turn = 0;
  let writtenIn = language();
  function set(part: Partial<NotificationsState>): void {
    state = { ...state, ...part };
    listeners.forEach((listener) => listener());
  }
  async function load(pageId: string, take: (answer: Page) => void, isQuiet = false): Promise<void> {
    turn += 1;
    const own = turn;
    // What failed stays said until it is there: the list is also read by itself, once a minute.
    if (!isQuiet) set({ isLoading: true });
    try {
      const answer = await api.call(listNotificationsEndpoint, { pageId });
      if (own === turn) {
        set({ failure: undefined });
        take(answer);
      }
    } catch (failure) {
      if (own === turn) set({ failure: failure ?? true });
    }
    if (own === turn) set({ isLoading: false });
  }
  const isMeant = (chosen: Chosen, { niceId }: Notification) => chosen === 'all' || chosen.includes(niceId);
  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async refresh() {
      const isTranslated = language() !== writtenIn;
      if (state.isLoading && !isTranslated) return;
      writtenIn = language();
      const known = isTranslated ? { rows: undefined, nextPageId: '' } : undefined;
      const take = (answer: Page) => set({ ...mergePage(known ?? state, answer), unreadCount: answer.unreadCount });
      // A list that reads itself again keeps its buttons.
      await load('', take, state.rows !== undefined && !isTranslated);
    },
    async more() {
      const { nextPageId: pageId } = state;
      if (pageId === '') return;
      await load(pageId, ({ data, nextPageId, unreadCount }) =>
        set({ rows: [...(state.rows ?? []), ...data], nextPageId, unreadCount }),
      );
    },
    async read(chosen) {
      const { readAt, unreadCount } = await api.call(readNotificationsEndpoint, fieldsOf(chosen));
      turn += 1;
      const rows = state.rows?.map((row) => (row.readAt === 0 && isMeant(chosen, row) ? { ...row, readAt } : row));
      set({ rows, unreadCount, isLoading: false });
    },
    async remove(chosen) {
      const { unreadCount } = await api.call(deleteNotificationsEndpoint, fieldsOf(chosen));
      turn += 1;
      const nextPageId = chosen === 'all' ? '' : state.nextPageId;
      set({ rows: state.rows?.filter((row) => !isMeant(chosen, row)), nextPageId, unreadCount, isLoading: false });
    },
  };
}

const kept = new WeakMap<Runtime, { owner: string; list: NotificationsList }>();

/** The list of a client, one for menu, title and page. */
export function keptNotifications(runtime: Runtime, owner: string): NotificationsList {
  const known = kept.get(runtime);
  if (known?.owner === owner) return known.list;
  const list = createNotificationsList(runtime.api, runtime.texts.language);
  kept.set(runtime, { owner, list });
  return list;
}
