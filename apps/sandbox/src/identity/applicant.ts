import { z } from 'zod';

/** What became of a check; `init` before the person has sent anything. */
export const outcomes = ['init', 'pending', 'onHold', 'approved', 'retry', 'rejected'] as const;
export type Outcome = (typeof outcomes)[number];

/** What was read from the papers; empty where nothing was. */
export const papers = z.object({
  first_name: z.string().max(100).default(''),
  last_name: z.string().max(100).default(''),
  birthday: z.string().max(10).default(''),
  document_number: z.string().max(50).default(''),
});

export const applicant = z.object({
  id: z.string(),
  reference: z.string(),
  level: z.string(),
  outcome: z.enum(outcomes),
  comment: z.string(),
  labels: z.array(z.string()),
  papers,
  /** Counts the answers: a second look has an attempt of its own. */
  attempt: z.number(),
  reviewed_at: z.number().nullable(),
  deleted: z.boolean(),
  return_url: z.string(),
});
export type Applicant = z.infer<typeof applicant>;

const statusOf: Readonly<Record<Outcome, string>> = {
  init: 'init',
  pending: 'pending',
  onHold: 'onHold',
  approved: 'completed',
  retry: 'completed',
  rejected: 'completed',
};

/** An applicant as the API shows it. */
export function describeApplicant({ papers: read, ...one }: Applicant): object {
  const { id, reference, level, attempt, reviewed_at: at, deleted } = one;
  const day = at === null ? undefined : `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')}+0000`;
  return {
    id,
    createdAt: '2026-01-01 00:00:00',
    clientId: 'causeway.sandbox',
    inspectionId: `${id.slice(0, 23)}1`,
    externalUserId: reference,
    info: {
      ...(read.first_name !== '' && { firstName: read.first_name }),
      ...(read.last_name !== '' && { lastName: read.last_name }),
      ...(read.birthday !== '' && { dob: read.birthday }),
      ...(read.document_number !== '' && { idDocs: [{ idDocType: 'PASSPORT', number: read.document_number }] }),
    },
    deleted,
    review: {
      reviewId: `rev${id.slice(0, 8)}`,
      attemptId: `att${attempt}`,
      attemptCnt: attempt,
      levelName: level,
      ...(day !== undefined && { reviewDate: day }),
      reviewStatus: statusOf[one.outcome],
      ...describeResult(one),
    },
    type: 'individual',
  };
}

/** The answer as reviews and webhooks carry it; nothing before there is one. */
export function describeResult({
  outcome,
  comment,
  labels,
}: Pick<Applicant, 'outcome' | 'comment' | 'labels'>): object {
  if (outcome === 'approved') return { reviewResult: { reviewAnswer: 'GREEN' } };
  if (outcome !== 'retry' && outcome !== 'rejected') return {};
  return {
    reviewResult: {
      moderationComment: comment,
      clientComment: 'Only for the operator.',
      reviewAnswer: 'RED',
      rejectLabels: labels,
      reviewRejectType: outcome === 'retry' ? 'RETRY' : 'FINAL',
    },
  };
}
