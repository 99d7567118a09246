import { describe, expect, test, vi } from 'vitest';
import type { Api } from '../../lib/api/api.ts';
import { agoText } from './notification-look.ts';
import { type Notification, createNotificationsList, mergePage } from './notifications-list.ts';

const row = (niceId: string, readAt = 0): Notification => ({
  niceId,
  readAt,
  createdAt: 1,
  type: 'order-sent',
  title: niceId,
  text: '',
  link: '',
});
const ids = (rows: readonly Notification[] | undefined) => rows?.map(({ niceId }) => niceId).join('');
const rows = (text: string) => text.split('').map((name) => row(name));
const isApi = (_value: unknown): _value is Api => true;

describe('3-55, A-114 the pages of the list', () => {
  test.each([
    ['the first page alone', '', 'ab', 'p', 'ab', 'p'],
    ['a new entry goes before the older ones', 'abcd', 'xab', 'p', 'xabcd', 'end'],
    ['a deleted one goes', 'abcd', 'bc', 'p', 'bcd', 'end'],
    ['without a common row the older ones are read again', 'abcd', 'xyz', 'p', 'xyz', 'p'],
    ['the last page is all there is', 'abcd', 'ab', '', 'ab', ''],
  ])('%s', (_name, before, page, next, after, nextAfter) => {
    const merged = mergePage({ rows: rows(before), nextPageId: 'end' }, { data: rows(page), nextPageId: next });
    expect([ids(merged.rows), merged.nextPageId]).toEqual([after, nextAfter]);
  });
});

function setUp(call: (endpoint: { path: string }, fields: object) => Promise<unknown>, language = () => 'en') {
  const api = { call: vi.fn(call) };
  if (!isApi(api)) throw new Error('never');
  return createNotificationsList(api, language);
}

test('1-40 in another language the list is read again, with its older pages', async () => {
  let spoken = 'en';
  const server = async (_endpoint: { path: string }, { pageId = '' }: { pageId?: string }) => ({
    data: rows(pageId === '' ? 'ab' : 'cd'),
    unreadCount: 0,
    nextPageId: pageId === '' ? 'older' : '',
  });
  const list = setUp(server, () => spoken);
  await list.refresh();
  await list.more();
  await list.refresh();
  expect(ids(list.state().rows)).toBe('abcd');
  spoken = 'uk';
  await list.refresh();
  expect([ids(list.state().rows), list.state().nextPageId]).toEqual(['ab', 'older']);
});

describe('C-56, C-57 reading and deleting', () => {
  const server = async ({ path }: { path: string }) =>
    path === '/notifications'
      ? { data: rows('abc'), unreadCount: 3, nextPageId: '' }
      : { readAt: 9, unreadCount: path.endsWith('read') ? 2 : 1 };

  test('4.8-12 to 4.8-14 what is read keeps its place, what is deleted goes, and the count is the server’s', async () => {
    const list = setUp(server);
    await list.refresh();
    await list.read(['b']);
    expect(list.state().rows?.map(({ readAt }) => readAt)).toEqual([0, 9, 0]);
    await list.remove(['a']);
    expect([ids(list.state().rows), list.state().unreadCount]).toEqual(['bc', 1]);
    await list.remove('all');
    expect(ids(list.state().rows)).toBe('');
  });

  test('a failed one changes nothing', async () => {
    let isBroken = false;
    const list = setUp(async (endpoint) => {
      if (isBroken) throw new Error('offline');
      return server(endpoint);
    });
    await list.refresh();
    isBroken = true;
    await expect(list.remove('all')).rejects.toThrow('offline');
    await list.refresh();
    expect([ids(list.state().rows), list.state().failure]).toEqual(['abc', new Error('offline')]);
  });
});

describe('how long ago', () => {
  const now = Date.UTC(2026, 5, 15, 12) / 1000;
  test.each([
    [0, 'now'],
    [-30, 'now'],
    [240, '4 mins'],
    [2 * 3600, '2 hrs'],
    [2 * 86_400, 'Sat'],
    [20 * 86_400, '26 May'],
    [400 * 86_400, '11 May 2025'],
  ])('%i seconds: %s', (age, text) => expect(agoText(now - age, now, 'en')).toBe(text));
});
