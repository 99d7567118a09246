import { describe, expect, test } from 'vitest';
import { fromWireNames, toWireNames } from '../wire/convert-keys.ts';
import { decodeForm } from '../wire/decode-form.ts';
import { getAffiliateConfig } from './get-affiliate-config.ts';
import { listAffiliatePayouts } from './list-affiliate-payouts.ts';
import { listAffiliateRewards } from './list-affiliate-rewards.ts';
import { listAffiliateStatistics } from './list-affiliate-statistics.ts';

describe('7-30, 7-31 the calls of the affiliate programme', () => {
  test('3-52 the config keeps every field under its name', () => {
    const wire = {
      balance: '148.20',
      currency: 'EUR',
      client_crypted_id: '8F2K4QXW3A',
      deals_ref1: 14,
      deals_ref2: 3,
      referrer_percent: 25,
      url_base: 'https://pay.causeway.test/?ref=',
      last_week_reward: '23.60',
      min_payin: '10.00',
    };
    expect(toWireNames(getAffiliateConfig.answer.parse(fromWireNames(wire)))).toEqual(wire);
  });

  test.each([
    [
      listAffiliateStatistics,
      { date: '2026-06-02', visits: 40, signups: 5, deals: 4, reward: '6.45', currency: 'EUR' },
    ],
    [
      listAffiliateRewards,
      { created_at: 1_780_000_000, nice_id: 'R1', level: 1, amount: '250.00', reward: '-0.87', currency: 'EUR' },
    ],
    [
      listAffiliatePayouts,
      { created_at: 1_780_000_000, nice_id: 'P1', amount: '12.30', currency: 'EUR', status: 'finished' },
    ],
  ])('3-53 $path keeps every field and records_total', ({ answer }, row) => {
    const wire = { data: [row], records_total: 41 };
    expect(toWireNames(answer.parse(fromWireNames(wire)))).toEqual(wire);
  });

  test('pages and days are text on the wire; a year of days is answered at once, and no more', () => {
    const ask = (form: string) => listAffiliateStatistics.request.safeParse(decodeForm(form));
    expect(ask('time_from=2026-06-01&time_to=2026-06-02&start=20&length=20').data).toEqual({
      timeFrom: '2026-06-01',
      timeTo: '2026-06-02',
      start: 20,
      length: 20,
    });
    expect(ask('length=366').success).toBe(true);
    for (const wrong of ['length=367', 'start=-1', 'time_from=yesterday', 'length=1e2'])
      expect(ask(wrong).success, wrong).toBe(false);
  });
});
