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
  const bind = <C extends Call>(call: C, act: (input: CallInput<C>, operator: string) => Promise<AnswerOf<C>>) =>
    bindCall(
      app,
      context,
      call,
      async (input) => {
        const operator = await authorize(input.authorization);
        return refuseFaults(() => act(input, operator));
      },
      { authorize },
    );
  const done = { success: toFlag(true), errors: [] };

  bind(listCall, async () =>
    listCall.answer.parse({
      cases: (await listCases(context)).map(({ verificationId, niceId, submittedAt, ...row }) => ({
        ...row,
        id: verificationId,
        client: niceId,
        submittedAt: submittedAt === null ? 0 : toUnixSeconds(submittedAt),
      })),
      errors: [],
    }),
  );
  bind(claimCall, ({ request }, operator) => claimCase(context, { caseId: request.id, operator }).then(() => done));
  bind(releaseCall, ({ request }, operator) => releaseCase(context, { caseId: request.id, operator }).then(() => done));
  bind(readCall, async ({ request: { id, reason } }, operator) => {
    const file = await readCaseFile(context, { caseId: id, operator, reason });
    return readCall.answer.parse({
      ...done,
      ...file,
      hints: file.hints.map(({ kind, about }) => ({ kind, about: about.join(' ') })),
      fields: Object.entries(file.fields).map(([name, value]) => ({ name, value })),
      comments: Object.entries(file.comments).map(([field, comment]) => ({ field, comment })),
    });
  });
  bind(commentCase, async ({ request: { id, field, comment = '' } }, operator) => {
    await commentField(context, { caseId: id, field, comment, operator });
    return done;
  });
  bind(commentDocumentCall, async ({ request: { id, comment = '' } }, operator) => {
    await commentDocument(context, { documentId: id, comment, operator });
    return done;
  });
  bind(decideCase, async ({ request }, operator) => ({ ...done, said: await decide(context, request, operator) }));
  bindDownload(
    app,
    context,
    showDocument,
    async ({ request: { id, reason }, authorization }) => {
      const operator = await authorize(authorization);
      const { document, bytes } = await refuseFaults(() =>
        readCaseDocument(context, { documentId: id, operator, reason }),
      );
      const type = document.ext === 'pdf' ? 'application/pdf' : 'image/jpeg';
      return { bytes, type, name: `${document.documentId}.${document.ext}` };
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
  await (decision === 'ask_again'
    ? askAgain(context, { caseId, operator })
    : rejectCase(context, { caseId, operator, reason }));
  return '';
}

/** @throws Refusal OPERATOR_KEY_WRONG */
async function requireOperator(context: AppContext, authorization: string | undefined): Promise<string> {
  const [, key = ''] = /^Bearer (op_[\w-]{43})$/.exec(authorization ?? '') ?? [];
  const operator = key === '' ? undefined : await findByKey(context, { key, role: 'desk' });
  if (operator === undefined) throw new Refusal({ code: 'OPERATOR_KEY_WRONG' });
  return operator;
}

async function refuseFaults<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof OperatorFault)) throw error;
    throw new Refusal({ code: 'OPERATOR_REFUSED', values: { because: error.message } }, { cause: error });
  }
}
