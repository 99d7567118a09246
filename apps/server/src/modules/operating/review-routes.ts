import { claimCase as claimCall } from '@causeway/contract/calls/claim-case';
import { commentCase } from '@causeway/contract/calls/comment-case';
import { commentDocument as commentDocumentCall } from '@causeway/contract/calls/comment-document';
import { decideCase } from '@causeway/contract/calls/decide-case';
import { listCases as listCall } from '@causeway/contract/calls/list-cases';
import { readCase as readCall } from '@causeway/contract/calls/read-case';
import { releaseCase as releaseCall } from '@causeway/contract/calls/release-case';
import { showDocument } from '@causeway/contract/calls/show-document';
import type { AnswerOf, Call, RequestOf } from '@causeway/contract/define-call';
import { toFlag, toUnixSeconds } from '@causeway/contract/fields/fields';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import type { OperatorProof } from '../../database/db.ts';
import { Refusal } from '../../errors.ts';
import { bindCall, type CallInput } from '../../plugins/bind-call.ts';
import { bindDownload } from '../../plugins/bind-file.ts';
import { findByKey } from '../operators/operators.ts';
import { OperatorFault } from '../operators/record-action.ts';
import { approveCase, askAgain, rejectCase } from './decide-case.ts';
import { readCaseDocument, readCaseFile } from './read-case.ts';
import { claimCase, commentDocument, commentField, listCases, releaseCase } from './review-cases.ts';

/** C-95 to C-95g: what a web desk calls. Each is the use case of a command, under the name that the key proves. */
export function reviewRoutes(app: FastifyInstance, context: AppContext): void {
  if (context.config.OPERATOR_CALLS === 'off') return;
  const authorize = (authorization: string | undefined) => requireOperator(context, authorization);
  const bind = <C extends Call>(
    call: C,
    act: (input: CallInput<C>, operator: string, acting: AppContext) => Promise<AnswerOf<C>>,
  ) =>
    bindCall(
      app,
      context,
      call,
      async (input) => {
        const proof = await authorize(input.authorization);
        return refuseFaults(() => act(input, proof.name, { ...context, proof }));
      },
      { authorize },
    );
  const done = { success: toFlag(true), errors: [] };
  bind(listCall, async () =>
    listCall.answer.parse({
      cases: (await listCases(context)).map(({ verificationId: id, niceId: client, submittedAt, ...row }) => ({
        ...row,
        id,
        client,
        submittedAt: submittedAt === null ? 0 : toUnixSeconds(submittedAt),
      })),
      errors: [],
    }),
  );
  const carryOut =
    (act: typeof claimCase) => (input: CallInput<typeof claimCall>, operator: string, acting: AppContext) =>
      act(acting, { caseId: input.request.id, operator }).then(() => done);
  bind(claimCall, carryOut(claimCase));
  bind(releaseCall, carryOut(releaseCase));
  bind(readCall, async ({ request: { id: caseId, reason } }, operator, acting) => {
    const { hints, fields, comments, ...file } = await readCaseFile(acting, { caseId, operator, reason });
    return readCall.answer.parse({
      ...done,
      ...file,
      hints: hints.map(({ kind, about }) => ({ kind, about: about.join(' ') })),
      fields: Object.entries(fields).map(([name, value]) => ({ name, value })),
      comments: Object.entries(comments).map(([field, comment]) => ({ field, comment })),
    });
  });
  bind(commentCase, ({ request: { id, field, comment = '' } }, operator, acting) =>
    commentField(acting, { caseId: id, field, comment, operator }).then(() => done),
  );
  bind(commentDocumentCall, ({ request: { id, comment = '' } }, operator, acting) =>
    commentDocument(acting, { documentId: id, comment, operator }).then(() => done),
  );
  bind(decideCase, ({ request }, operator, acting) =>
    decide(acting, request, operator).then((said) => ({ ...done, said })),
  );
  bindDownload(
    app,
    context,
    showDocument,
    async ({ request: { id, reason }, authorization }) => {
      const proof = await authorize(authorization);
      const { document, bytes } = await refuseFaults(() =>
        readCaseDocument({ ...context, proof }, { documentId: id, operator: proof.name, reason }),
      );
      const { documentId, ext } = document;
      return { bytes, type: ext === 'pdf' ? 'application/pdf' : 'image/jpeg', name: `${documentId}.${ext}` };
    },
    { authorize },
  );
}

/** @returns what has happened, for the operator */
async function decide(
  context: AppContext,
  { id: caseId, decision, reason = '' }: RequestOf<typeof decideCase>,
  operator: string,
): Promise<string> {
  if (decision === 'approve') return approveCase(context, { caseId, operator });
  if (decision === 'ask_again') await askAgain(context, { caseId, operator });
  else await rejectCase(context, { caseId, operator, reason });
  return '';
}

/** @throws Refusal OPERATOR_KEY_WRONG */
async function requireOperator(context: AppContext, authorization: string | undefined): Promise<OperatorProof> {
  const [, key = ''] = /^Bearer (op_[\w-]{43})$/.exec(authorization ?? '') ?? [];
  const proof = key === '' ? undefined : await findByKey(context, { key, role: 'desk' });
  if (proof === undefined) throw new Refusal({ code: 'OPERATOR_KEY_WRONG' });
  return proof;
}

async function refuseFaults<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof OperatorFault)) throw error;
    throw new Refusal({ code: 'OPERATOR_REFUSED', values: { because: error.message } }, { cause: error });
  }
}
