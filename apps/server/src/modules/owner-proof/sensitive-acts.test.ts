import { allCalls } from '@causeway/contract/calls/all-calls';
import { describe, expect, test } from 'vitest';
import { securityTemplates } from '../clients/queue-security-email.ts';
import { emailTemplates } from '../emails/templates.ts';
import { callRows, type Ending, sensitiveActs } from './sensitive-acts.ts';

/** Acts after which every proof is asked for as before. */
const changesNoProof = {
  'get a biometric token': 'signs in beside the second factor and proves nothing else',
  'change the phone': 'a number proves nothing',
  'take a copy of the data': 'changes nothing',
  'keep a destination': 'changes where money may go',
  'keep a card': 'changes where money may go',
  'let destinations be used at once': 'changes when money may go',
  'pay out of the balance': 'changes the balance',
  'pay by a kept card': 'changes an order',
  'open a page for a partner': 'of no client',
};

describe('a sensitive act needs a fresh proof', () => {
  test('every call of the contract belongs to an act or is said to be harmless, and every row is of a call', () => {
    expect(Object.keys(callRows).toSorted()).toEqual(allCalls.map(({ name }) => name).toSorted());
  });

  test('every act requires a proof, and its e-mails exist', () => {
    for (const [name, { proofs, notifies }] of Object.entries(sensitiveActs)) {
      expect(proofs.length, name).toBeGreaterThan(0);
      for (const template of notifies) expect(emailTemplates, name).toHaveProperty(template);
    }
  });

  test('every e-mail of the account’s security is of an act, or of a call that asks for no proof', () => {
    const acts = Object.values(sensitiveActs).flatMap(({ notifies }): readonly string[] => notifies);
    const calls = Object.values(callRows).flatMap((row): readonly string[] =>
      'act' in row ? [] : (row.notifies ?? []),
    );
    expect([...new Set([...acts, ...calls])].toSorted()).toEqual(securityTemplates.toSorted());
    expect(callRows['savePushToken']).toMatchObject({ notifies: ['push-on'] });
  });

  test('an act ends what was begun before it, or says why it changes no proof', () => {
    const kept = (ending: Ending) =>
      Object.entries(sensitiveActs).flatMap(([name, { ends }]) =>
        ends.some((one) => one === ending || one === 'the account') ? [] : [name],
      );
    expect(kept('begun proofs').toSorted()).toEqual(Object.keys(changesNoProof).toSorted());
    const login = 'link another sign-in account';
    // It asks for nothing more than the codes were sent for; those of orders end by its guard.
    expect(kept('sent codes').toSorted()).toEqual([...Object.keys(changesNoProof), login].toSorted());
  });

  test('whatever is added as a factor guards pay-outs for a day', () => {
    const added = ['add an authenticator', 'add a passkey', 'link another sign-in account'] as const;
    expect(added.map((act) => sensitiveActs[act].guardHours)).toEqual([24, 24, 24]);
  });
});
