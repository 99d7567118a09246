import type { SecurityTemplate } from '../clients/queue-security-email.ts';

/**
 * Proofs that the owner makes the request: the password, or a passkey shown just now in its place; a code of the second
 * factor where there is one; a code sent to the confirmed address; one sent there only where there is no second factor;
 * a code sent to the address or number that will become the client's; a link sent to the address; the e-mailed code of
 * an order with the further proofs of `issueConfirmation`; what the bank of a kept card asks its owner (3-D Secure).
 */
export type Proof =
  | 'password'
  | 'second factor'
  | 'e-mailed code without a second factor'
  | 'code to the new target'
  | 'e-mailed link'
  | 'approval code'
  | 'question of the card’s bank'
  | 'secret key';

/**
 * What ends with the act. Things derived from a session end with it. `sent codes` are those of an address, a phone, a
 * sign-in and an order; `begun proofs` the challenges of passkeys, the codes that a passkey gave, and the end of the
 * wait for new destinations that was asked for.
 */
export type Ending =
  | 'other sessions'
  | 'all sessions'
  | 'sessions it opened'
  | 'recovery links'
  | 'sent codes'
  | 'begun proofs'
  | 'the account';

export interface SensitiveAct {
  proofs: readonly Proof[];
  ends: readonly Ending[];
  /** E-mails, one of which notifies the owner; empty where the owner is notified otherwise. */
  notifies: readonly SecurityTemplate[];
  /** For so many hours an approval then requires the e-mailed code besides the second factor. */
  guardHours: number;
}

const owner = ['password', 'second factor'] as const;
const quiet = { ends: [], notifies: [], guardHours: 0 } as const;
/** What was begun before was begun without the new factor, or with the one that is gone. */
const factorsChanged = { ends: ['sent codes', 'begun proofs'] } as const;

/** Every act that makes, changes or ends access to an account or lets money leave. */
export const sensitiveActs = {
  'add an authenticator': { ...factorsChanged, proofs: owner, notifies: ['two-factor-on'], guardHours: 24 },
  'remove the authenticator': {
    ...factorsChanged,
    proofs: owner,
    notifies: ['authenticator-off', 'two-factor-off'],
    guardHours: 0,
  },
  'add a passkey': { ...factorsChanged, proofs: owner, notifies: ['passkey-added'], guardHours: 24 },
  'remove a passkey': {
    proofs: owner,
    ends: ['sessions it opened', ...factorsChanged.ends],
    notifies: ['passkey-removed'],
    guardHours: 0,
  },
  'get a biometric token': { ...quiet, proofs: owner, notifies: ['biometrics-on'] },
  'change the e-mail': {
    proofs: [...owner, 'e-mailed code without a second factor', 'code to the new target'],
    ends: ['other sessions', 'recovery links', 'sent codes', 'begun proofs'],
    notifies: ['email-changed'],
    guardHours: 0,
  },
  'change the phone': { ...quiet, proofs: [...owner, 'code to the new target'], notifies: ['phone-changed'] },
  'change the password': {
    proofs: owner,
    ends: ['all sessions', 'recovery links', 'sent codes', 'begun proofs'],
    notifies: ['password-changed'],
    guardHours: 0,
  },
  'set a password by a link': {
    proofs: ['e-mailed link'],
    ends: ['all sessions', 'recovery links', 'sent codes', 'begun proofs'],
    notifies: ['password-changed'],
    guardHours: 0,
  },
  'link another sign-in account': {
    proofs: owner,
    ends: ['begun proofs'],
    notifies: ['login-joined'],
    guardHours: 24,
  },
  'delete the account': { ...quiet, proofs: owner, ends: ['the account'] },
  'take a copy of the data': { ...quiet, proofs: owner },
  'keep a destination': { ...quiet, proofs: owner, notifies: ['destination-kept'] },
  'keep a card': { ...quiet, proofs: owner, notifies: ['card-kept'] },
  'let destinations be used at once': {
    ...quiet,
    proofs: owner,
    notifies: ['destination-wait-off', 'destination-wait-on'],
  },
  'pay out of the balance': { ...quiet, proofs: ['approval code'] },
  'pay by a kept card': { ...quiet, proofs: ['question of the card’s bank'] },
  'open a page for a partner': { ...quiet, proofs: ['secret key'] },
} as const satisfies Readonly<Record<string, SensitiveAct>>;

export type SensitiveActName = keyof typeof sensitiveActs;

/** Whether a factor was added so lately that it does not stand alone. */
export function isFactorYoung(factorAddedAt: Date | null, now: Date): boolean {
  const guardMs = sensitiveActs['add an authenticator'].guardHours * 3_600_000;
  return factorAddedAt !== null && now.getTime() - factorAddedAt.getTime() < guardMs;
}

/** A call belongs to an act, or is harmless, with a short reason. */
export type CallRow =
  | { act: SensitiveActName }
  | {
      harmless: string;
      /** E-mails that the owner gets of it. */
      notifies?: readonly SecurityTemplate[];
      /** Of what only ends something: why it stays ended when a copy of the database from before it is put back. */
      afterRestore?: string;
    };

const reads = { harmless: 'reads' } as const;
const signsIn = { harmless: 'opens a session, by proofs of its own', notifies: ['new-device'] } as const;
const ends = (afterRestore: string) => ({ harmless: 'only ends what is there', afterRestore }) as const;
const sessionEnds = ends('a restore ends every session, token of a device and link between devices');
const unapproved = {
  harmless: 'money leaves only by an approval, or comes from outside by the payer’s own proof there',
} as const;
const choice = { harmless: 'a choice that opens nothing' } as const;
const facts = { harmless: 'tells more of the client; what is told cannot be taken over by another account' } as const;
const review = { harmless: 'done by an operator’s own key, under that name, and on the record' } as const;
const handsProof = { harmless: 'a step of the acts that ask for this proof' } as const;

/** Every call of the contract. */
export const callRows: Readonly<Record<string, CallRow>> = {
  enableTwoFactor: { act: 'add an authenticator' },
  disableTwoFactor: { act: 'remove the authenticator' },
  startPasskey: { act: 'add a passkey' },
  // Uses a challenge that only `startPasskey` gives, in the same session.
  addPasskey: { act: 'add a passkey' },
  removePasskey: { act: 'remove a passkey' },
  getBiometricToken: { act: 'get a biometric token' },
  sendEmailCode: { act: 'change the e-mail' },
  checkEmailCode: { act: 'change the e-mail' },
  sendPhoneCode: { act: 'change the phone' },
  checkPhoneCode: { act: 'change the phone' },
  changePassword: { act: 'change the password' },
  resetPassword: { act: 'set a password by a link' },
  deleteAccount: { act: 'delete the account' },
  downloadDataExport: { act: 'take a copy of the data' },
  keepDestination: { act: 'keep a destination' },
  keepCard: { act: 'keep a card' },
  // Switching it on asks for nothing: it only slows what may leave.
  setDestinationWait: { act: 'let destinations be used at once' },
  approveOrder: { act: 'pay out of the balance' },
  payOrder: { act: 'pay by a kept card' },
  openWalletSheets: { harmless: 'names the sheets that a device may show; its owner pays there' },
  createPartnerSession: { act: 'open a page for a partner' },

  signIn: signsIn,
  signUp: signsIn,
  signInByCode: signsIn,
  sendSigninCode: { harmless: 'sends a code to the address that was typed; opens nothing' },
  startPasskeySignin: signsIn,
  startOauthSignin: signsIn,
  refreshAccessToken: signsIn,
  requestRecovery: handsProof,
  startConfirmByPasskey: handsProof,
  confirmByPasskey: handsProof,
  resendOrderCode: handsProof,
  logOut: sessionEnds,
  // A login of another provider is in the log, by which an operator ends it again.
  endSession: sessionEnds,
  deleteCard: ends('the acquirer has forgotten the card'),
  // Each of them went by e-mail too.
  deleteNotifications: ends('it is text, and opens nothing'),
  cancelOrder: ends('what a client could cancel waits for a person'),
  createOrder: unapproved,
  createWithdrawal: unapproved,
  decideLatePayment: unapproved,
  readNotifications: choice,
  renamePasskey: choice,
  renameDestination: choice,
  renameCard: choice,
  removeDestination: ends('the log says whose destinations wait once more'),
  listDestinations: reads,
  savePushToken: { harmless: 'shows the list’s entries on one device, until its session ends', notifies: ['push-on'] },
  updateSubscription: choice,
  acceptCompanyChanges: choice,
  setFavorites: choice,
  setPrimary: choice,
  sendEvent: choice,
  updateVerification: facts,
  submitBasic: { ...facts, notifies: ['basic-given'] },
  // To the partner's own address, about an order that there is not.
  sendTestEvent: choice,
  getPartnerOrder: reads,
  listPartnerOrders: reads,
  // Of operators: what clients sent for review.
  listCases: review,
  claimCase: review,
  releaseCase: review,
  readCase: review,
  commentCase: review,
  commentDocument: review,
  showDocument: review,
  decideCase: review,
  getWizardInfo: reads,
  openIdentityCheck: facts,
  uploadDocument: facts,
  sendUploadPart: facts,
  startHandover: { harmless: 'gives a phone the sending of files of one wizard, less than its own session may' },
  readHandover: reads,
  endHandover: sessionEnds,
  openHandover: { harmless: 'a link that a session gave; opens the sending of files of one wizard' },
  getHandedWizard: reads,
  finishHandover: sessionEnds,
  dropDocument: ends('the file is gone'),
  readDocument: { harmless: 'reads a file within the hour of its upload; later no session opens it' },
  requestDataExport: { harmless: 'makes a copy that only an owner’s proof opens, one a day, and the owner is told' },
  getDataExport: reads,
  // Says no more than the operations and the order themselves.
  getBalanceHistory: reads,
  downloadStatement: reads,
  downloadReceipt: reads,
  getLimits: reads,
  getVerificationConfig: reads,
  listStates: reads,
  followChanges: reads,
  getBalance: reads,
  listOperations: reads,
  getDepositReference: { harmless: 'gives a reference that credits the client, and nobody else' },
  getDepositAddress: { harmless: 'gives an address that credits the client, and nobody else' },
  openSupportCase: { harmless: 'says something to operators, who give nothing away without the owner’s proof' },
  getAffiliateConfig: reads,
  listAffiliateStatistics: reads,
  listAffiliateRewards: reads,
  listAffiliatePayouts: reads,
  getWithdrawalConfig: reads,
  getWithdrawalPrice: reads,
  getCalculation: reads,
  getPriceHistory: reads,
  getCaptchaChallenge: reads,
  getClient: reads,
  getCompanyChanges: reads,
  getDiscountConfig: reads,
  getConfig: reads,
  getLocaleKeys: reads,
  getOrder: reads,
  getPhone: reads,
  getSubscription: reads,
  getTwoFactor: reads,
  checkCoupon: reads,
  listCards: reads,
  listNotifications: reads,
  listCountries: reads,
  listPartnerTransactions: reads,
  listPasskeys: reads,
  listSessions: reads,
  listTransactions: reads,
  listUsedAddresses: reads,
};
