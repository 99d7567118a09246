import { afterAll, describe, expect, test } from 'vitest';
import { createTestApp } from '../auth/fixtures/create-test-app.ts';
import { alarmEnds, isAlarmKind, raiseAlarm } from '../alarms/raise-alarm.ts';
import { clearByHand, listAlarms } from './alarms.ts';

const rig = await createTestApp();
afterAll(() => rig.close());
const { context, db } = rig;
const operator = 'grace';

const kinds = Object.keys(alarmEnds).filter(isAlarmKind);
const openOf = async (subject: string) =>
  (await listAlarms(context)).filter((row) => row.subject === subject).map(({ kind }) => kind);
const actionsOf = (subject: string) =>
  db.selectFrom('operatorActions').select(['operator', 'action', 'details']).where('subject', '=', subject).execute();

describe('an alarm that says what happened is cleared by a person, with a name and a reason', () => {
  test.each(kinds.filter((kind) => alarmEnds[kind] === 'person'))('%s', async (kind) => {
    const subject = `subject of ${kind}`;
    await raiseAlarm(context, db, { kind, subject });
    await raiseAlarm(context, db, { kind, subject: `${subject}, another` });
    await clearByHand(context, { kind, subject, reason: 'another person of this name', operator });
    expect([await openOf(subject), await openOf(`${subject}, another`)]).toEqual([[], [kind]]);
    expect(await actionsOf(subject)).toEqual([
      { operator, action: 'alarm_cleared', details: { kind, reason: 'another person of this name' } },
    ]);
    await raiseAlarm(context, db, { kind, subject });
    expect(await openOf(subject)).toEqual([kind]);
  });
});

test.each(kinds.filter((kind) => alarmEnds[kind] === 'cause'))('%s ends with its cause alone', async (kind) => {
  const subject = `subject of ${kind}`;
  await raiseAlarm(context, db, { kind, subject });
  await expect(clearByHand(context, { kind, subject, reason: 'in the way', operator })).rejects.toThrow(
    'ends by itself',
  );
  expect([await openOf(subject), await actionsOf(subject)]).toEqual([[kind], []]);
});

test('what is not open, has no reason or is no alarm is refused, and nothing is written down', async () => {
  await raiseAlarm(context, db, { kind: 'sanctions_hit', subject: 'CL1' });
  const clear = (kind: string, subject: string, reason: string) =>
    clearByHand(context, { kind, subject, reason, operator });
  await expect(clear('sanctions_hit', 'CL1', '  ')).rejects.toThrow('reason is empty');
  await expect(clear('sanctions_hit', 'CL2', 'seen')).rejects.toThrow('No alarm sanctions_hit of CL2 is open');
  await expect(clear('toString', 'CL1', 'seen')).rejects.toThrow('There is no alarm toString');
  expect([await openOf('CL1'), await actionsOf('CL1')]).toEqual([['sanctions_hit'], []]);
  await clear('sanctions_hit', 'CL1', 'seen');
  await expect(clear('sanctions_hit', 'CL1', 'seen')).rejects.toThrow('No alarm');
  expect(await actionsOf('CL1')).toHaveLength(1);
});
