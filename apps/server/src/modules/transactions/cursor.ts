import { z } from 'zod';
import { Refusal } from '../../errors.ts';
import type { Cursor } from './store.ts';

const form = z.tuple([z.coerce.number().int().min(0).max(8.64e15), z.uuid()]);

/** Where the next page begins, as a page is told it. */
export function writeCursor({ createdAt, orderId }: Cursor): string {
  return `${createdAt.getTime()}_${orderId}`;
}

/** @throws Refusal FIELD_INVALID for what no page was told */
export function readCursor(page: string | undefined): Cursor | undefined {
  if (page === undefined || page === '') return undefined;
  const read = form.safeParse(page.split('_'));
  if (!read.success) throw new Refusal({ code: 'FIELD_INVALID', field: 'page', values: { fault: 'page' } });
  const [time, orderId] = read.data;
  return { createdAt: new Date(time), orderId };
}
