import { describe, expect, test } from 'vitest';
import { checkContentPolicy } from './check-content-policy.ts';
import { checkIsolation } from './check-isolation.ts';
import { checkPermissions } from './check-permissions.ts';
import { checkSandbox } from './check-sandbox.ts';
import { checkHeard } from './check-heard.ts';
import { checkServer, readReport, type ServerReport } from './check-server.ts';
import type { Finding } from './finding.ts';

const PAY = 'https://pay.example';
const SHOP = 'https://shop.example';
const mends = (findings: Finding[]) => findings.filter(({ state }) => state !== 'right').map(({ mend }) => mend);

describe('content policy', () => {
  test.each<[string[], boolean, string[]]>([
    [[], true, []],
    [["default-src 'self'"], true, [`frame-src 'self' ${PAY}`, `script-src 'self' ${PAY}`]],
    [["default-src 'none'"], false, [`frame-src ${PAY}`]],
    [[`frame-src ${PAY}; script-src ${PAY}`], true, []],
    [[`frame-src https:; script-src 'strict-dynamic' 'nonce-x'`], true, []],
    [[`default-src *`], true, []],
    [[`child-src https://*.example`], false, []],
    [[`frame-src https://*.pay.example`], false, [`frame-src https://*.pay.example ${PAY}`]],
    [[`frame-src ${PAY}.evil.example`], false, [`frame-src ${PAY}.evil.example ${PAY}`]],
    [[`frame-src ${PAY}`, `frame-src 'self'`], false, [`frame-src 'self' ${PAY}`]],
    [[`frame-src https://pay.example:8443`], false, [`frame-src https://pay.example:8443 ${PAY}`]],
    [[`sandbox allow-scripts; frame-src ${PAY}`], false, ['Take sandbox out of the policy, or add what is missing.']],
  ])('%j, script from Causeway: %s', (policies, hasScript, expected) => {
    expect(mends(checkContentPolicy(policies, PAY, SHOP, hasScript))).toEqual(expected);
  });
});

describe('permissions, isolation, sandbox', () => {
  test.each([
    ['', 0],
    [`camera=(self "${PAY}"), payment=*`, 0],
    ['camera=(), payment=(self), clipboard-write=()', 3],
    ['publickey-credentials-get=(self), publickey-credentials-create=()', 2],
  ])('the permissions policy %j takes %i from the widget', (policy, count) => {
    expect(mends(checkPermissions(policy, PAY))).toHaveLength(count);
  });

  test.each([
    ['', '', 0],
    ['require-corp', 'same-origin', 2],
    ['', 'same-origin-allow-popups', 0],
    ['credentialless', '', 1],
  ])('embedder %j and opener %j give %i warnings', (embedder, opener, count) => {
    expect(mends(checkIsolation({ embedder, opener }))).toHaveLength(count);
  });

  test.each([
    [null, 0],
    ['', 1],
    ['allow-scripts allow-same-origin', 1],
    ['allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-forms', 0],
  ])('the sandbox %j has %i faults', (sandbox, count) => {
    expect(mends(checkSandbox(sandbox))).toHaveLength(count);
  });
});

describe('what the server says', () => {
  const good: ServerReport = {
    now: 1_000_000,
    isKeyKnown: true,
    isOriginAllowed: true,
    similarOrigin: '',
    token: 'fresh',
  };

  test.each<[Partial<ServerReport>, number, number]>([
    [{}, 1_000_000, 0],
    [{ isKeyKnown: false }, 1_000_000, 1],
    [{ isOriginAllowed: false, similarOrigin: 'http://shop.example' }, 1_000_000, 1],
    [{ token: 'used' }, 1_000_000, 1],
    [{ token: 'expired' }, 1_000_000, 1],
    [{ token: 'unknown' }, 1_000_000, 1],
    [{ token: 'partner' }, 1_000_000, 1],
    [{}, 1_100_000, 1],
    [{}, 900_000, 1],
  ])('%o, with the page’s clock at %i, has %i faults', (report, clock, count) => {
    expect(mends(checkServer({ ...good, ...report }, 'pk_test_shop', SHOP, clock))).toHaveLength(count);
  });

  test('P13 who has no key is sent to the operator, who gives it, and to no page that there is not', () => {
    const [finding] = checkServer({ ...good, isKeyKnown: false }, 'pk_nobody', SHOP, good.now);
    expect(finding?.mend).toBe('Copy the public key, pk_…, that the operator of Causeway gave you.');
  });

  test('an origin that is nearly right is named', () => {
    const report = { ...good, isOriginAllowed: false, similarOrigin: 'http://shop.example' };
    const [, finding] = checkServer(report, 'pk_test_shop', SHOP, good.now);
    expect(finding?.what).toContain('Allowed is http://shop.example');
  });

  test('what the widget itself reports: a refused session token and each ignored option', () => {
    const sentences = ['The parameter "payin_amount" was left out.', 'The parameter "theme" was left out.'];
    expect(mends(checkHeard({}))).toEqual([]);
    expect(
      checkHeard({
        'session-refused': { event: 'session-refused', payload: { reason: 'used' } },
        'options-ignored': { event: 'options-ignored', payload: { sentences } },
      }).map(({ state, what }) => [state, what]),
    ).toEqual([
      ['wrong', 'The session token was used before. It opens one page, once.'],
      ...sentences.map((sentence) => ['wrong', sentence]),
    ]);
  });

  test.each([null, 'x', {}, { now: '1' }])('%o is no report', (value) => {
    expect(readReport(value)).toBeUndefined();
  });
});
