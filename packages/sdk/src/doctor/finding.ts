/** One thing that was looked at on a partner's page. */
export interface Finding {
  state: 'right' | 'doubtful' | 'wrong';
  /** What was found, one sentence. */
  what: string;
  /** How to mend it, one sentence or a line to copy; empty when it is right. */
  mend: string;
}

export const right = (what: string): Finding => ({ state: 'right', what, mend: '' });
export const doubtful = (what: string, mend: string): Finding => ({ state: 'doubtful', what, mend });
export const wrong = (what: string, mend: string): Finding => ({ state: 'wrong', what, mend });
