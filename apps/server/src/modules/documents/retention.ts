const hour = 3600 * 1000;
const day = 24 * hour;

/** When the key of a file is destroyed, and why then. */
export interface RetentionRule {
  /** Kinds of documents, by their wizard; all of them without it. */
  wizards?: readonly string[];
  /** The state in which its time runs; without one it ends by what happened and not by a clock. */
  state?: 'unfinished' | 'new' | 'declined' | 'approved';
  /** From when its time runs. */
  since: 'upload' | 'decision' | 'closing of the account' | 'at once';
  ms: number;
  why: string;
}

/**
 * How long each kind of document is kept, for what reason. The name of a rule stands in the proof of every key that it
 * ended. What no rule with a state is about is kept until its account's time is over.
 */
export const retention = {
  'never finished': {
    state: 'unfinished',
    since: 'upload',
    ms: hour,
    why: 'The upload broke off: nothing refers to the file.',
  },
  'never submitted': {
    state: 'new',
    since: 'upload',
    ms: 30 * day,
    why: 'It was chosen and not submitted: nothing was decided by it.',
  },
  declined: {
    state: 'declined',
    since: 'upload',
    ms: 90 * day,
    why: 'Another one was asked for; until then the client can ask why.',
  },
  'disputes over': {
    wizards: ['wallet'],
    state: 'approved',
    since: 'decision',
    ms: 540 * day,
    why: 'Pictures of a card show who held it while its payments can be disputed.',
  },
  replaced: { since: 'at once', ms: 0, why: 'The client put another one in its place before it was submitted.' },
  dropped: { since: 'at once', ms: 0, why: 'The client removed it.' },
  'account closed': {
    since: 'at once',
    ms: 0,
    why: 'The account was closed, and the file was not submitted or was declined.',
  },
  'time over': {
    since: 'closing of the account',
    ms: 5 * 365.25 * day,
    why: 'What showed who a client was is kept for five years: Directive (EU) 2015/849, article 40.',
  },
} as const satisfies Record<string, RetentionRule>;

/** Why a key was ended: the name of its rule. */
export type Ending = keyof typeof retention;

/** The rules that a clock carries out. */
export const timedRules = (
  ['never finished', 'never submitted', 'declined', 'disputes over'] as const satisfies Ending[]
).map((name) => ({ name, ...retention[name] }));
