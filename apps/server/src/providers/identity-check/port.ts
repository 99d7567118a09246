/**
 * What a provider says of an applicant.
 * - `open`: the person has still to send something.
 * - `pending`: the provider looks at it.
 * - `retry`: the person may try again, for the reason in `comment`.
 * - `rejected`: for good.
 */
export type Verdict = 'open' | 'pending' | 'approved' | 'retry' | 'rejected';

/** A person as the provider has it. */
export interface Applicant {
  /** Its number there. */
  id: string;
  /** Ours, given when it was made. */
  reference: string;
  verdict: Verdict;
  /** Names one answer: the same again is no news. Empty before there is one. */
  answerId: string;
  /** What is wrong, in words for the person; may be empty. */
  comment: string;
  /** Codes of the provider for what is wrong; for the operator alone. */
  labels: readonly string[];
  /** What was read from the papers; empty where nothing was. */
  papers: { firstName: string; lastName: string; birthday: string; documentNumber: string };
}

/** A webhook whose signature is right. Its content is only a hint; query the applicant. */
export interface IdentityEvent {
  id: string;
  type: string;
  applicantId: string;
}

/** A provider that checks who a person is, on a page of its own. Every method throws ProviderError. */
export interface IdentityCheck {
  /** Name stored with checks, for example `sumsub`. */
  readonly name: string;
  /** Origin of its page, where that may be framed; empty where it may not. */
  readonly pageOrigin: string;
  /** The applicant of a reference: the one that is there, or a new one. */
  openApplicant(reference: string): Promise<Applicant>;
  /** Refused with `not_found` for a number that the provider does not know. */
  getApplicant(id: string): Promise<Applicant>;
  /** A page for one applicant with its token, both valid for so many seconds. */
  openPage(input: {
    reference: string;
    language: string;
    /** Where a page that is not framed leads afterwards. */
    returnUrl: string;
    seconds: number;
  }): Promise<{ token: string; url: string }>;
  /** Ends the applicant: the provider no longer shows it. One that is gone already is no error. */
  endApplicant(id: string): Promise<void>;
  /** Checks the signature of a webhook over its raw body. @returns the event, or the reason it is refused */
  readEvent(body: string, signature: { digest: string; algorithm: string }): IdentityEvent | { refused: string };
}
