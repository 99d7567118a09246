/** One checked fact about a partner's page. */
export interface Finding {
  state: 'right' | 'doubtful' | 'wrong';
  /** The finding, one sentence. */
  what: string;
  /** How to correct it, one sentence or a line to copy; empty when nothing is wrong. */
  mend: string;
  /** The server lets no frame of this page load. */
  isRefusal?: true;
}

export const right = (what: string): Finding => ({ state: 'right', what, mend: '' });
export const doubtful = (what: string, mend: string): Finding => ({ state: 'doubtful', what, mend });
export const wrong = (what: string, mend: string): Finding => ({ state: 'wrong', what, mend });
