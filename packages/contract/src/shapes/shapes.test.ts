import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { getVerificationConfig } from '../calls/get-verification-config.ts';
import { refreshAccessToken } from '../calls/refresh-access-token.ts';
import { compileWriter } from '../wire/compile-writer.ts';
import { fromWireNames, type Json } from '../wire/convert-keys.ts';
import { calculation, calculationAnswer } from './calculation.ts';
import { client } from './client.ts';
import { order } from './order.ts';
import { signinAnswer } from './session.ts';
import {
  configAnswer,
  currencyConfigEntry,
  currencyGroup,
  defaultConfig,
  paymentOption,
  siteConfig,
} from './site-config.ts';
import { uploadedFile, verificationViews, walletView } from './verification.ts';

/** Written by the server, carried by the wire and read by the widget. */
function carry(schema: z.ZodType, value: Json): unknown {
  const wire: Json = JSON.parse(compileWriter(schema)(value));
  return schema.parse(fromWireNames(wire));
}

type Row = readonly [row: string, schema: z.ZodObject, fields: string];

const option = 'code localName name token blockchain minAmount maxAmount fields networkFullname balanceAmount';
const rows: readonly Row[] = [
  ['3-01 a payment option', paymentOption, option],
  ['3-02 a currency group', currencyGroup, 'name fullName isCrypto isPopular groups precision'],
  [
    '3-03 an entry of its groups',
    currencyGroup.shape.groups.element,
    'name code token localName networkFullname balanceAmount',
  ],
  ['3-07 a currency', currencyConfigEntry, 'color isVirtual symbol'],
  [
    '3-09 a client',
    client,
    'firstName lastName limitLevel apmid lang isAuthorized email niceId isBasicVerifyEnabled isZerohashFlow ' +
      'isCompanyAgreementRequired isSpecialPartner countryByIp partnerId referrerId',
  ],
  [
    '3-10 the site config',
    siteConfig,
    'payinSelect payoutSelect calc default disabled errors paytrust groupRules partner widgetParams',
  ],
  ['3-11 its partner', siteConfig.shape.partner, 'name isFloatingRate'],
  ['3-14 the default', defaultConfig, 'payinCurrency payinGroup payoutCurrency payoutGroup payinAmount payoutAmount'],
  ['3-18 the amounts of a calculation', calculation, 'payinAmount payoutAmount payinAmountEur payoutAmountEur'],
  ['3-19 its ways', calculation, 'payinMethod payinSubMethod payoutMethod payoutSubMethod'],
  ['3-20 what it allows', calculation, 'canSwitch canFreeFirst isServiceFree'],
  ['3-22 its limits', calculationAnswer.shape.limits, 'isAuthorized clientLevel verificationRequired'],
  ['3-23, 3-64 its errors', calculationAnswer.shape.errors.element, 'type field code text'],
  ['3-25 an order', order, 'niceId status partnerKey partnerOrderId orderId isFinish'],
  ['3-26 whose order it is', order, 'isMerchant isPartnerRole isDonation payToPartner'],
  [
    '3-27 the amounts of an order',
    order,
    'purchaseAmount purchaseCurrency payinAmount payinCurrency payinGroup payoutAmount payoutCurrency payoutGroup',
  ],
  ['3-28, 3-29 how an order is paid', order, 'payinSubMethod purchaseParamsPayin purchaseParamsPayout redirect errors'],
  ['3-29 where it is paid', order.shape.purchaseParamsPayin, 'purchaseUrl paymentUrl'],
  ['3-32 what its view follows', order, 'merchantOrderStatus declineReasonType isClientRole signature'],
  [
    '3-45 the views of the verification',
    verificationViews,
    'address bankStatement basic clientLevel email identity phone wallets',
  ],
  ['3-46 a card among them', walletView, 'isVerified isLocked status cardNumber'],
  [
    '3-47 9-16 the config of the verification',
    getVerificationConfig.answer,
    'orderLimits clientLimits isEU nextSmsRequestInSec clientCountry isFraudAgreement isZerohashFlow ' +
      'defaultPayinCurrency phoneRestrictedCountries',
  ],
  ['3-48 an uploaded file', uploadedFile, 'type filename status createdAt ext'],
  ['3-62 a sign-in', signinAnswer, 'success access refresh biometricToken biometricTokenExpirationAt'],
  ['3-63 a refresh', refreshAccessToken.answer, 'access refresh'],
];

describe('3 what an answer carries', () => {
  test.each(rows)('%s keeps every field over the wire', (_row, schema, fields) => {
    const sample = sampleOf(schema);
    expect(carry(schema, sample)).toEqual(sample);
    expect(Object.keys(z.record(z.string(), z.unknown()).parse(sample))).toEqual(
      expect.arrayContaining(fields.split(' ')),
    );
  });
  test('3-62 the names of the wire are those of the row', () => {
    const names = Object.keys(JSON.parse(compileWriter(signinAnswer)(sampleOf(signinAnswer))));
    expect(names).toEqual(expect.arrayContaining(['success', 'access', 'refresh', 'biometric_token']));
    expect(names).toContain('biometric_token_expiration_at');
  });
  test('3-06 a config without its currencies is none', () => {
    const sample = z.record(z.string(), z.unknown()).parse(sampleOf(configAnswer));
    expect(configAnswer.safeParse(sample).success).toBe(true);
    const { currencyConfig: _left, ...rest } = sample;
    expect(configAnswer.safeParse(rest).success).toBe(false);
  });
});

/** A value of a schema in which no two texts are alike, so that swapped fields are detected. */
function sampleOf(schema: z.ZodType): Json {
  let count = 0;
  const make = (part: unknown): Json => {
    count += 1;
    if (part instanceof z.ZodObject) {
      return Object.fromEntries(Object.entries(part.shape).map(([name, inner]) => [name, make(inner)]));
    }
    if (part instanceof z.ZodArray) return [make(part.element)];
    if (part instanceof z.ZodRecord) {
      const names = part.keyType instanceof z.ZodEnum ? part.keyType.options : ['BTC'];
      return Object.fromEntries(names.map((name) => [name, make(part.valueType)]));
    }
    if (part instanceof z.ZodOptional || part instanceof z.ZodNullable) return make(part.unwrap());
    if (part instanceof z.ZodEnum) return part.options.at(-1) ?? null;
    if (part instanceof z.ZodLiteral) return count % 2;
    if (part instanceof z.ZodString) return `text ${count}`;
    if (part instanceof z.ZodNumber) return count;
    if (part instanceof z.ZodNull) return null;
    // An error code must be one of the table; options of a page may be any value.
    return part instanceof z.ZodCustom ? 'SYSTEM_ERROR' : `any ${count}`;
  };
  return make(schema);
}
