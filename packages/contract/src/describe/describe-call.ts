import type { Call } from '../define-call.ts';

const audiences = {
  anyone: 'Anybody may ask.',
  client: 'For a client who is signed in.',
  merchant: 'For a client who is signed in; an order of a merchant needs no sign-in.',
  partner: 'For the server of a partner.',
  operator: 'For an operator with the role `desk`.',
} as const;

export function descriptionOf(call: Call): string {
  const captcha =
    call.captcha === undefined ? [] : [`Needs a captcha token of the action \`${call.captcha}\`, which works once.`];
  const { deprecated } = call;
  const end = deprecated === undefined ? [] : [`Ends on ${deprecated.until}. ${deprecated.instead}`];
  return [`${call.id}.`, audiences[call.access], ...captcha, ...end].join(' ');
}

/** Parts of the product, by the paths of their calls. */
const tags: readonly [RegExp, string][] = [
  [/^\/(onramp\/o|order|lt_decision)/, 'Orders'],
  [/^\/(onramp\/addresses|cards?|balance)/, 'Money'],
  [/^\/(client\/send_event|support\/|data\/|\{lang\})/, 'Site'],
  [/^\/(onramp\/client|client|notifications|check_email|send_email|verification)/, 'Account'],
  [/^\/(referral|onramp\/affiliate)/, 'Affiliate'],
  [/^\/onramp\//, 'Prices'],
  [/^\/(sign|password|logout|refresh|captcha)/, 'Sign-in'],
  [/^\/(transactions|partner)/, 'Transactions and partners'],
  [/^\/operator/, 'Review'],
];

export function tagOf({ path }: Call): string {
  return tags.find(([pattern]) => pattern.test(path))?.[1] ?? '';
}
