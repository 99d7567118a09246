import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { createLog } from '../log.ts';
import { logSecurityEvent } from './log-security-event.ts';
import { lasting, partnerEvent, securityEvents } from './security-events.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const named = (text: string) => Object.keys(securityEvents).filter((event) => text.includes(`'${event}'`));

/** A worker writes these, from a job of the transaction of what they say. */
const ofJobs = new Set<string>([...named(read('../modules/operators/operators.ts')), ...partnerEvent.options]);

test('law 3, each event that a restore acts on is written before the commit of what it says', () => {
  const actedOn = named(read('../modules/operating/forgotten/end-secrets.ts'));
  expect(actedOn).toContain('withdrawal_canceled');
  expect(actedOn.filter((event) => !ofJobs.has(event)).toSorted()).toEqual(
    [...lasting].filter((event) => event !== 'account_changed').toSorted(),
  );
  const context = { config: readConfig({}), log: createLog('silent'), clock: { now: () => new Date() } };
  for (const event of lasting) expect(() => logSecurityEvent(context, event)).toThrow('after its commit');
  expect(() => logSecurityEvent(context, 'signed_in')).not.toThrow();
});
