import { createHash } from 'node:crypto';
import type { Webhooks } from '../webhooks/webhooks.ts';
import { type Applicant, describeResult } from './applicant.ts';
import { type Review, typeOf } from './identity-webhooks.ts';

interface Options {
  newId: (prefix: string) => string;
  webhooks: Webhooks;
}

/** The provider that checks who people are: its applicants, and the answers that testers give. */
export class IdentityCheck {
  private applicants: Applicant[] = [];
  /** Pages that were handed out, by their token. */
  private pages = new Map<string, string>();
  private readonly options: Options;

  constructor(options: Options) {
    this.options = options;
  }

  /** The applicant of a reference, made where there is none. */
  open(reference: string, level: string): Applicant {
    const known = this.byReference(reference);
    if (known !== undefined) return known;
    const id = createHash('sha256').update(this.options.newId('applicant')).digest('hex').slice(0, 24);
    const made: Applicant = {
      id,
      reference,
      level,
      outcome: 'init',
      comment: '',
      labels: [],
      papers: { first_name: '', last_name: '', birthday: '', document_number: '' },
      attempt: 0,
      reviewed_at: null,
      deleted: false,
      return_url: '',
    };
    this.applicants.push(made);
    return made;
  }

  byReference(reference: string): Applicant | undefined {
    return this.applicants.find((one) => one.reference === reference && !one.deleted);
  }

  find(id: string): Applicant | undefined {
    return this.applicants.find((one) => one.id === id);
  }

  list(): readonly Applicant[] {
    return this.applicants;
  }

  /** @returns the token of a page on which the person is checked */
  openPage(applicant: Applicant, returnUrl: string): string {
    const token = createHash('sha256').update(this.options.newId('page')).digest('hex').slice(0, 32);
    this.pages.set(token, applicant.id);
    applicant.return_url = returnUrl;
    return token;
  }

  ofPage(token: string): Applicant | undefined {
    const id = this.pages.get(token);
    return id === undefined ? undefined : this.find(id);
  }

  review(applicant: Applicant, { outcome, comment = '', labels = [], papers }: Review, copies: number): void {
    const isAnswer = outcome === 'approved' || outcome === 'retry' || outcome === 'rejected';
    applicant.outcome = outcome;
    applicant.comment = comment;
    applicant.labels = labels;
    if (papers !== undefined) applicant.papers = papers;
    if (isAnswer) applicant.attempt += 1;
    applicant.reviewed_at = isAnswer ? Date.now() : null;
    const { id, reference, level } = applicant;
    const correlationId = this.options.newId('corr');
    this.options.webhooks.send(
      {
        id: correlationId,
        type: typeOf[outcome],
        reference,
        body: JSON.stringify({
          applicantId: id,
          inspectionId: `${id.slice(0, 23)}1`,
          applicantType: 'individual',
          correlationId,
          levelName: level,
          externalUserId: reference,
          type: typeOf[outcome],
          sandboxMode: true,
          reviewStatus: isAnswer ? 'completed' : outcome,
          ...describeResult(applicant),
          createdAtMs: new Date().toISOString().replace('T', ' ').replace('Z', ''),
          clientId: 'causeway.sandbox',
        }),
      },
      copies,
    );
  }

  restore(applicants: readonly Applicant[]): void {
    this.applicants = [...applicants];
  }

  clear(): void {
    this.applicants = [];
    this.pages.clear();
  }
}
