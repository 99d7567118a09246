import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { AppContext } from '../../context.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { replaceList } from '../screening/sanctions-list.ts';
import { OperatorFault, recordAction } from '../operators/record-action.ts';
import { askSecondPerson } from '../operators/second-person.ts';

interface NewList {
  list: string;
  /** Of the list itself, as YYYY-MM-DD. */
  date: string;
  /** A name on each line; lines that begin with # are left out. */
  file: string;
  operator: string;
}

const pageSize = 500;

/**
 * Puts a list of sanctioned names in place of its earlier version, then compares every client with all lists. A hit is
 * an alarm for a person: nothing changes for the client. Where a name of before is missing a second person gives the
 * same file: one alone could let a sanctioned payee pass.
 *
 * @returns what has happened, for the operator
 * @throws OperatorFault
 */
export async function loadSanctions(context: AppContext, { list, date, file, operator }: NewList): Promise<string> {
  const now = context.clock.now();
  if (!/^[\w-]{1,40}$/.test(list)) throw new OperatorFault('Name the list by letters, digits and dashes: ofac-sdn.');
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(Date.parse(date)) || Date.parse(date) > now.getTime())
    throw new OperatorFault(`${date} is no day up to today. Write it as 2026-11-23.`);
  const text = await readFile(file, 'utf8').catch(() => {
    throw new OperatorFault(`${file} cannot be read.`);
  });
  const names = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  // An empty file is a broken download rather than the end of all sanctions.
  const empty = new OperatorFault(`${file} has no name of two parts or more. Nothing was changed.`);
  const result = await context.db.transaction().execute(async (trx) => {
    const subject = `${list} ${date} ${createHash('sha256').update(text).digest('hex')}`;
    const release = { operator, command: 'load-sanctions', subject, moves: 'unknown' } as const;
    const replaced = await replaceList(trx, { list, date, names }, async (lost) => {
      const asked = await askSecondPerson(context, trx, release);
      return asked && `Names that are missing in it: ${lost}. ${asked}`;
    });
    if ('newer' in replaced) throw new OperatorFault(`A list ${list} of ${replaced.newer} is loaded already.`);
    if ('asked' in replaced) return replaced;
    if (replaced.count === 0) throw empty;
    const details = { date, file: basename(file), entries: String(replaced.count) };
    await recordAction(context, trx, { operator, action: 'sanctions_loaded', subject: list, details });
    return replaced;
  });
  if ('asked' in result) return result.asked;
  return `${result.count} entries of ${list}, ${date}. Clients on a list: ${await screenClients(context)}.`;
}

/** @returns how many clients have a name that is on a list */
async function screenClients(context: AppContext): Promise<number> {
  const { db, providers } = context;
  let hits = 0;
  let after = '';
  for (;;) {
    const page = await db
      .selectFrom('clients')
      .select(['niceId', 'firstName', 'lastName'])
      .where('niceId', '>', after)
      .where('deletedAt', 'is', null)
      .orderBy('niceId')
      .limit(pageSize)
      .execute();
    for (const { niceId, firstName, lastName } of page) {
      const [hit] = await providers.sanctions.find(`${firstName} ${lastName}`);
      if (hit === undefined) continue;
      hits += 1;
      await raiseAlarm(context, db, { kind: 'sanctions_hit', subject: niceId, details: { list: hit.list } });
    }
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return hits;
    after = last.niceId;
  }
}
