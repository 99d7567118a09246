import type { ErrorCode } from '@causeway/contract/errors/error-item';
import type { Call } from '@causeway/contract/define-call';

const minute = 60;
const quarter = 15 * minute;
const hour = 60 * minute;

/** How hard a secret is to guess: drawn at random, so that every value is as likely, or chosen by a person. */
export type Hardness =
  | { digits: number; right: number }
  | { bits: number; right: number }
  | { chosenBy: 'a person' | 'the operator' };

/**
 * What attempts are counted by. `device` is one that its client was signed in on before, `devices` are all such devices
 * of one client together.
 */
export type TryTarget = 'address' | 'client' | 'device' | 'devices' | 'email';

/** So many attempts in so many seconds. */
export interface TryLimit {
  tries: number;
  seconds: number;
}

/** One kind of short secret: each attempt is counted before the secret is compared. */
export interface Guess extends TryLimit {
  hardness: Hardness;
  /** Each target has its own attempts. */
  by: readonly TryTarget[];
  /**
   * Attempts in an hour at all targets together, after which `strained` applies; left out where a password comes first,
   * which has such a count.
   */
  everybody?: number;
  /**
   * Attempts of each target while those of all together are used up: a failing target is stopped sooner, others are not
   * affected.
   */
  strained?: number;
  /** Answers that say the secret was wrong; after another answer nothing was learned, and the attempt is given back. */
  wrong: readonly ErrorCode[];
  /** Fields of the request that carry it, in the product's names. */
  fields: readonly string[];
  /** Calls with such a field; left out, every call of a signed-in client that no other row names. */
  calls?: readonly string[];
  /** Who counts the attempt: the binding of calls, or the use case that has to know more. */
  takenBy: 'binding' | 'sign-in' | 'coupons' | 'second factor';
}

/** All devices of a client together have the attempts, codes and links of so many; a thief can make any number. */
export const devicesMax = 3;

/** Six random digits. Three codes an hour with five attempts each are 15 attempts, so 1.5e-5. */
const drawnCode = {
  hardness: { digits: 6, right: 1 },
  tries: 15,
  seconds: hour,
  everybody: 6_000,
  strained: 5,
} as const;

/**
 * How often a code is sent, to one client and to one e-mail address or number by any caller, and how often each may be
 * tried.
 */
export const codeLimits = { lifetimeMs: 10 * 60_000, codesPerHour: 3, codesPerTarget: 4, triesOfOne: 5 } as const;

/**
 * E-mails to one address in an hour of the clock, for all causes together: no more than the sum of these, as each is
 * counted in the one part that is its own. Those of another part never take its room: strangers cause `news`,
 * `strangers` and a few codes.
 */
export const emailParts = {
  /** News that costs its cause nothing: orders under an address that anybody typed, money that goes back. */
  news: 16,
  /** The rest of what orders at merchants bring, which anybody makes under an address; visitors' letters to support. */
  strangers: 20,
  /** Questions about the owner's own orders and documents; to support, those of clients with a confirmed address. */
  question: 20,
  /** All but the code of an order take their room where they are asked for: what is said to be sent is sent. */
  code: 40,
  /** Links for a new password that unknown devices ask for; each network has few of them. */
  link: 20,
  /** Codes of orders, which a stolen session can cause often: they close no way in. */
  orderCode: 20,
  /** News of the owner's own money. */
  money: 30,
  /** Devices that began to sign in or read along, which who has stolen a session can cause often. */
  device: 10,
  /** Proofs, passwords and addresses that changed. */
  security: 24,
} as const;

/** The cap of one address, of which each part has its own. */
export const emailCap = Object.values(emailParts).reduce((sum, part) => sum + part, 0);

/**
 * Every short secret that a stranger can try. A stranger guesses none of them with a chance above 2e-5 an hour; a
 * secret chosen by a person has no such figure, so its attempts are few.
 */
export const guesses = {
  /** The password that signs in; registering with an e-mail address that has an account signs in too. */
  password: {
    hardness: { chosenBy: 'a person' },
    tries: 10,
    seconds: quarter,
    everybody: 30_000,
    strained: 3,
    by: ['email', 'device', 'devices'],
    wrong: ['WRONG_CREDENTIALS', 'PASSWORD_WRONG'],
    fields: ['password'],
    calls: ['signIn', 'signUp'],
    takenBy: 'sign-in',
  },
  /** The password that is required again, for any purpose. */
  passwordAgain: {
    hardness: { chosenBy: 'a person' },
    tries: 10,
    seconds: quarter,
    everybody: 10_000,
    strained: 5,
    by: ['client'],
    wrong: ['PASSWORD_WRONG'],
    fields: ['password', 'oldPassword'],
    takenBy: 'binding',
  },
  /** Its e-mail address may have no account yet, so the address is counted. */
  signinCode: {
    ...drawnCode,
    by: ['email', 'device', 'devices'],
    wrong: ['CODE_WRONG'],
    fields: ['code'],
    calls: ['signInByCode'],
    takenBy: 'sign-in',
  },
  emailCode: {
    ...drawnCode,
    by: ['client'],
    wrong: ['CODE_WRONG'],
    fields: ['code'],
    calls: ['checkEmailCode', 'sendEmailCode'],
    takenBy: 'binding',
  },
  phoneCode: {
    ...drawnCode,
    // Not counted by the number: a stranger could use up its owner's attempts.
    by: ['client'],
    wrong: ['CODE_WRONG'],
    fields: ['code'],
    calls: ['checkPhoneCode'],
    takenBy: 'binding',
  },
  /** Counted for all orders together: a new order brings no new attempts. */
  orderCode: {
    ...drawnCode,
    by: ['client'],
    wrong: ['CODE_WRONG', 'TWO_FACTOR_WRONG'],
    fields: ['code'],
    calls: ['approveOrder'],
    takenBy: 'binding',
  },
  /**
   * The present step, the one before and the one after are right: five attempts an hour are 1.5e-5. Counted in the
   * client's row.
   */
  authenticatorCode: {
    hardness: { digits: 6, right: 3 },
    tries: 5,
    seconds: hour,
    by: ['client'],
    wrong: ['TWO_FACTOR_WRONG'],
    fields: ['code', 'proofCode', 'secondCode'],
    takenBy: 'second factor',
  },
  coupon: {
    hardness: { chosenBy: 'the operator' },
    tries: 30,
    seconds: hour,
    everybody: 1_000,
    strained: 5,
    by: ['address', 'client'],
    wrong: ['COUPON_UNKNOWN', 'COUPON_EXPIRED', 'COUPON_USED'],
    fields: ['coupon'],
    calls: ['getConfig', 'getCalculation', 'checkCoupon', 'createOrder'],
    takenBy: 'coupons',
  },
} as const satisfies Readonly<Record<string, Guess>>;

export type GuessName = keyof typeof guesses;

/**
 * Secrets so long that no number of attempts helps: the test computes their chance for a billion attempts an hour, far
 * more than the servers can answer. `right` is how many valid ones there may be at once.
 */
export const longSecrets: readonly {
  what: string;
  bits: number;
  right: number;
  fields: readonly string[];
  calls?: readonly string[];
}[] = [
  { what: 'link for a new password', bits: 256, right: 1e6, fields: ['token'], calls: ['resetPassword'] },
  { what: 'link for a phone', bits: 256, right: 1e6, fields: ['token'], calls: ['openHandover'] },
  { what: 'biometric token', bits: 256, right: 1e8, fields: ['biometricToken'] },
  { what: 'refresh token', bits: 256, right: 1e8, fields: ['refresh'] },
  { what: 'signature of a passkey', bits: 128, right: 1e8, fields: ['passkey', 'credential'] },
  { what: 'signature of a sign-in provider', bits: 128, right: 1, fields: ['oauthToken'] },
  { what: 'signature of a quote', bits: 128, right: 1, fields: ['quote'] },
  { what: 'session of a partner’s page', bits: 256, right: 1e6, fields: ['partnerSession', 'sessionToken'] },
  { what: 'recovery code, or one for a passkey', bits: 50, right: 10, fields: ['code'] },
  { what: 'number of an order', bits: 80, right: 1e8, fields: ['niceId'] },
  { what: 'id of a notification', bits: 122, right: 1e10, fields: ['niceIds'] },
  {
    what: 'a code’s identifier, a session’s or a passkey’s',
    bits: 122,
    right: 1e8,
    fields: ['uuid', 'id', 'credentialId'],
  },
];

/**
 * Fields whose names sound like a secret but are not one, with the reason; `call.field` for those of one call alone.
 */
export const notGuessed: Readonly<Record<string, string>> = {
  partnerKey: 'public: it stands in every page of the partner',
  pushToken: 'the caller’s own device',
  newPassword: 'chosen here, compared with nothing',
  newPasswordRepeat: 'chosen here, compared with nothing',
  bankCode: 'the client’s own bank',
  aPostcode: 'the client’s own address',
  cardToken: 'good for its own client alone',
  payoutCardToken: 'good for its own client alone',
  walletToken: 'sealed by a wallet for one payment of its own client',
  token: 'of a saved card: good for its own client alone',
  'createPartnerSession.coupon': 'asked by a partner’s own server, which its secret key names',
  key: 'drawn by the server for this client, and shown to it',
};

/** The rows that apply to a field of a call; none for a field that is not a short secret. */
export function guessesOf(call: Pick<Call, 'name' | 'access'>, field: string): GuessName[] {
  const named = guessNames.filter((name) => rowOf(name).fields.includes(field));
  const own = named.filter((name) => rowOf(name).calls?.includes(call.name) === true);
  if (own.length > 0) return own;
  // A second factor may be required in every call that signs in.
  const isOpen = call.access === 'client' || ['signIn', 'signInByCode'].includes(call.name);
  return isOpen ? named.filter((name) => rowOf(name).calls === undefined) : [];
}

/** A row by its name, typed as any row. */
export function rowOf(name: GuessName): Guess {
  return guesses[name];
}

export const guessNames = Object.keys(guesses).filter((name): name is GuessName => name in guesses);
