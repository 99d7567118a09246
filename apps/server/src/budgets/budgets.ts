import type { Access } from '@causeway/contract/define-call';

/**
 * What a budget counts by, beside the call itself. An order is counted by each caller alone, and so is a client's
 * confirmation: a caller who may not touch it uses up its own requests. `email` is an e-mail address from one network,
 * `device` one from one device.
 */
export type TargetKind = 'client' | 'confirmation' | 'email' | 'device' | 'order' | 'phone' | 'token';

/** So many requests in so many seconds. */
export interface Allowance {
  max: number;
  seconds: number;
}

/** How many requests of one call are accepted. */
export interface Budget {
  /** Requests a minute from one IP address. */
  address: number;
  /** Requests aimed at one target, from any IP addresses together. */
  targets?: Readonly<Partial<Record<TargetKind, Allowance>>>;
  /**
   * Requests of all callers together. Once they are used up none is shut out: until there are new ones, each network
   * may make `strained` requests in the same time.
   */
  everybody?: Allowance & { strained: number };
  /**
   * Counted in the database, so that all processes share it. Frequent calls are counted in each process alone: a price
   * must not wait for a round trip.
   */
  isShared?: true;
}

const minute = 60;
const quarter = 15 * minute;
const hour = 60 * minute;

/**
 * Typing an amount requests a price every 600 ms at most, an open order polls every 8 s: a household behind one IP
 * address stays far below. An attacker stays below a guess a second from one IP address, and reaches the target's
 * budget from many. Wrong passwords are counted by e-mail in the room of sign-in, which accepts the owner's own
 * devices.
 */
const rows: Readonly<Record<string, Budget>> = {
  getCalculation: { address: 300 },
  getClient: { address: 240 },
  getConfig: { address: 240 },
  getLocaleKeys: { address: 120 },
  getOrder: { address: 240, targets: { order: { max: 480, seconds: minute } } },
  sendEvent: { address: 120 },
  refreshAccessToken: { address: 120 },
  logOut: { address: 60 },
  getCaptchaChallenge: { address: 120 },
  /** One server of a partner calls for all its visitors. */
  createPartnerSession: { address: 1_200 },
  /** Each makes a request to the outside. */
  sendTestEvent: { address: 10, isShared: true },

  signUp: {
    address: 60,
    targets: { email: { max: 20, seconds: quarter } },
    everybody: { max: 600, seconds: minute, strained: 5 },
    isShared: true,
  },
  signIn: { address: 60, isShared: true },
  /** The codes of an address are counted where they are made, and those of its owner's devices apart. */
  sendSigninCode: {
    address: 30,
    targets: { device: { max: 10, seconds: hour } },
    everybody: { max: 600, seconds: minute, strained: 3 },
    isShared: true,
  },
  signInByCode: { address: 60, targets: { confirmation: { max: 15, seconds: quarter } }, isShared: true },
  requestRecovery: {
    address: 30,
    targets: { email: { max: 10, seconds: hour } },
    everybody: { max: 300, seconds: minute, strained: 3 },
    isShared: true,
  },
  resetPassword: { address: 30, targets: { token: { max: 10, seconds: quarter } }, isShared: true },
  changePassword: { address: 30, targets: { client: { max: 10, seconds: quarter } }, isShared: true },
  deleteAccount: { address: 30, targets: { client: { max: 10, seconds: quarter } }, isShared: true },
  downloadDataExport: { address: 30, targets: { client: { max: 10, seconds: quarter } }, isShared: true },
  /** Each is read by a person. */
  openSupportCase: {
    address: 10,
    targets: { client: { max: 10, seconds: hour }, email: { max: 10, seconds: hour } },
    everybody: { max: 60, seconds: minute, strained: 1 },
    isShared: true,
  },
  /** Each costs the drawing of a document. */
  downloadStatement: { address: 30, targets: { client: { max: 20, seconds: quarter } }, isShared: true },
  downloadReceipt: { address: 30, targets: { client: { max: 40, seconds: quarter } }, isShared: true },
  enableTwoFactor: { address: 30, targets: { client: { max: 20, seconds: quarter } }, isShared: true },
  disableTwoFactor: { address: 30, targets: { client: { max: 20, seconds: quarter } }, isShared: true },
  getBiometricToken: { address: 30, targets: { client: { max: 20, seconds: quarter } }, isShared: true },
  startPasskeySignin: { address: 60, isShared: true },
  startPasskey: { address: 30, targets: { client: { max: 10, seconds: quarter } }, isShared: true },
  addPasskey: { address: 30, targets: { client: { max: 20, seconds: quarter } }, isShared: true },
  removePasskey: { address: 30, targets: { client: { max: 10, seconds: quarter } }, isShared: true },
  confirmByPasskey: { address: 30, targets: { client: { max: 20, seconds: quarter } }, isShared: true },
  /** The codes of an address are counted where they are made: no captcha stands before its count here. */
  sendEmailCode: {
    address: 30,
    targets: { client: { max: 20, seconds: quarter } },
    everybody: { max: 300, seconds: minute, strained: 3 },
    isShared: true,
  },
  checkEmailCode: { address: 30, targets: { client: { max: 30, seconds: quarter } }, isShared: true },
  sendPhoneCode: {
    address: 30,
    targets: {
      client: { max: 20, seconds: quarter },
      phone: { max: 20, seconds: hour },
    },
    everybody: { max: 120, seconds: minute, strained: 2 },
    isShared: true,
  },
  checkPhoneCode: {
    address: 30,
    targets: { client: { max: 30, seconds: quarter } },
    isShared: true,
  },
  approveOrder: {
    address: 30,
    targets: { client: { max: 30, seconds: quarter }, confirmation: { max: 15, seconds: quarter } },
    isShared: true,
  },
  resendOrderCode: { address: 30, targets: { client: { max: 20, seconds: quarter } }, isShared: true },
  createOrder: {
    address: 60,
    targets: { client: { max: 30, seconds: minute } },
    everybody: { max: 3_000, seconds: minute, strained: 10 },
    isShared: true,
  },
  createWithdrawal: {
    address: 60,
    targets: { client: { max: 30, seconds: minute } },
    everybody: { max: 3_000, seconds: minute, strained: 10 },
    isShared: true,
  },
  keepDestination: { address: 30, targets: { client: { max: 10, seconds: quarter } }, isShared: true },
  /** Of each new device the owner gets an e-mail. */
  savePushToken: { address: 30, targets: { client: { max: 20, seconds: quarter } }, isShared: true },
  setDestinationWait: { address: 30, targets: { client: { max: 10, seconds: quarter } }, isShared: true },
  getDepositReference: { address: 60, targets: { client: { max: 30, seconds: minute } }, isShared: true },
  getDepositAddress: { address: 60, targets: { client: { max: 30, seconds: minute } }, isShared: true },
  /** Each costs the drawing of a picture. */
  uploadDocument: { address: 60, targets: { client: { max: 40, seconds: hour } }, isShared: true },
  /** So many as the parts of those files. */
  sendUploadPart: { address: 240, targets: { client: { max: 1_200, seconds: hour } }, isShared: true },
  /** Each opens a file. */
  showDocument: { address: 60, isShared: true },
  startHandover: { address: 30, targets: { client: { max: 20, seconds: quarter } }, isShared: true },
  openHandover: { address: 30, targets: { token: { max: 10, seconds: quarter } }, isShared: true },
  payOrder: { address: 60, targets: { order: { max: 30, seconds: minute } }, isShared: true },
  openWalletSheets: { address: 60, targets: { order: { max: 30, seconds: minute } }, isShared: true },
  cancelOrder: { address: 60, targets: { order: { max: 30, seconds: minute } }, isShared: true },
  decideLatePayment: { address: 60, targets: { order: { max: 30, seconds: minute } }, isShared: true },
};

/** Pages, and files that are not cached for ever. */
const page: Budget = { address: 600 };
const otherCall: Budget = { address: 240 };
const otherClientCall: Budget = { address: 240, targets: { client: { max: 240, seconds: minute } } };

/** All calls and pages together, a minute from one IP address. */
export const everything = 3_000;

/**
 * The budget of a call; one without a row of its own has that of its kind. `page` is every request that is not a call.
 */
export function budgetOf(name: string, access: Access = 'anyone'): Budget {
  if (name === 'page') return page;
  return rows[name] ?? (access === 'client' ? otherClientCall : otherCall);
}

/** Names that have a row, for the test that each is a call. */
export const callsWithBudgets: readonly string[] = Object.keys(rows);
