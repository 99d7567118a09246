import type { KeyObject } from 'node:crypto';
import { earliestBirthday } from '@causeway/domain/verification/dates';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { openText } from '../../secrets/seal-text.ts';
import { findClientKey } from '../client-keys/client-keys.ts';
import { listVerifications } from './store.ts';

const fieldsKept = z.record(z.string(), z.string());

/** The fields of a wizard as they were typed; none before anything was. */
export function readFields(key: KeyObject | undefined, sealed: string): Readonly<Record<string, string>> {
  return key === undefined || sealed === '' ? {} : fieldsKept.parse(JSON.parse(openText([key], sealed)));
}

/** The birthday entered in the basic wizard; the earliest one where none was entered. */
export async function readBirthday(context: AppContext, clientId: string): Promise<string> {
  const basic = (await listVerifications(context.db, clientId)).find(({ wizard }) => wizard === 'basic');
  const key = basic === undefined ? undefined : await findClientKey(context, clientId);
  return readFields(key, basic?.sealedFields ?? '')['birthday'] || earliestBirthday;
}
