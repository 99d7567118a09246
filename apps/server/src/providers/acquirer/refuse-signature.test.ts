import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { parseSecrets, refuseSignature } from './refuse-signature.ts';

const now = new Date('2026-01-15T12:00:00Z');
const seconds = now.getTime() / 1000;
const secrets = parseSecrets('k1:first-secret-first,k2:second-secret:with-colon');
const body = '{"id":"evt_1"}';

function sign({ time = seconds, key = 'k1', secret = 'first-secret-first', text = body } = {}): string {
  return `t=${time},kid=${key},v1=${createHmac('sha256', secret).update(`${time}.${text}`).digest('hex')}`;
}

describe('the signature of a webhook', () => {
  test.each([
    ['now', sign()],
    ['five minutes ago', sign({ time: seconds - 300 })],
    ['five minutes ahead', sign({ time: seconds + 300 })],
    ['with the second key', sign({ key: 'k2', secret: 'second-secret:with-colon' })],
  ])('made %s is good', (_name, header) => {
    expect(refuseSignature(body, header, secrets, now)).toBeUndefined();
  });

  test.each([
    ['signature_wrong', 'another secret', sign({ secret: 'whsec_guess_guess_guess' })],
    ['signature_wrong', 'another body', sign({ text: '{"id":"evt_2"}' })],
    ['signature_wrong', 'the secret of another key', sign({ key: 'k2' })],
    ['signature_wrong', 'a time that was changed', sign().replace(`t=${seconds}`, `t=${seconds + 1}`)],
    ['signature_key_unknown', 'an unknown key', sign({ key: 'k9' })],
    ['signature_time', 'too old', sign({ time: seconds - 301 })],
    ['signature_time', 'too far ahead', sign({ time: seconds + 301 })],
    ['signature_malformed', 'no signature', ''],
    ['signature_malformed', 'two signatures', `${sign()},${sign()}`],
    ['signature_malformed', 'capital digits', sign().toUpperCase()],
    ['signature_malformed', 'a short signature', sign().slice(0, -2)],
    ['signature_malformed', 'a negative time', sign().replace('t=', 't=-')],
  ])('is refused as %s: %s', (reason, _name, header) => {
    expect(refuseSignature(body, header, secrets, now)).toBe(reason);
  });
});
