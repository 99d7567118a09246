import { dropDocument as dropCall } from '@causeway/contract/calls/drop-document';
import { getLimits } from '@causeway/contract/calls/get-limits';
import { getVerificationConfig } from '@causeway/contract/calls/get-verification-config';
import { getWizardInfo } from '@causeway/contract/calls/get-wizard-info';
import { readDocument as readCall } from '@causeway/contract/calls/read-document';
import { sendUploadPart } from '@causeway/contract/calls/send-upload-part';
import { submitBasic as submitBasicCall } from '@causeway/contract/calls/submit-basic';
import { updateVerification } from '@causeway/contract/calls/update-verification';
import { uploadDocument as uploadCall } from '@causeway/contract/calls/upload-document';
import type { RequestOf } from '@causeway/contract/define-call';
import { toFlag } from '@causeway/contract/fields/fields';
import { documentShownMs, uploadPart } from '@causeway/domain/verification/documents';
import type { Language } from '@causeway/domain/languages/languages';
import type { FastifyInstance } from 'fastify';
import type { AppContext, Caller } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { bindDownload, bindUpload, findDiskFault } from '../../plugins/bind-file.ts';
import { alarmWhileFull } from '../alarms/alarm-while-away.ts';
import { clientIdOf } from '../clients/store.ts';
import { openDocument } from '../documents/open-document.ts';
import { findDocument } from '../documents/store.ts';
import { readLimits } from './read-limits.ts';
import { readSettings } from './read-settings.ts';
import { readViews } from './read-views.ts';
import { readWizard } from './read-wizard.ts';
import { saveWizard } from './save-wizard.ts';
import { receivePart, uploadDocument } from './upload-document.ts';
import { dropDocument } from './drop-document.ts';
import { submitBasic, type TypedBasic } from './submit-basic.ts';

/** The wizards and the limits that they raise: C-17, C-18, C-22 to C-27 and C-23g. */
export function verificationRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, updateVerification, async ({ request, language, identify }) => {
    const clientId = clientIdOf(await identify());
    if (request.ghostMode !== true) await saveWizard(context, clientId, { ...request, ...toGiven(request, language) });
    return { success: toFlag(true), ...(await readViews(context.db, clientId)), errors: [] };
  });
  bindCall(app, context, submitBasicCall, async ({ request, language, identify }) => {
    const clientLevel = await submitBasic(context, clientIdOf(await identify()), toGiven(request, language));
    return { success: toFlag(true), clientLevel, errors: [] };
  });
  bindCall(app, context, getWizardInfo, async ({ request, identify }) =>
    readWizard(context, clientIdOf(await identify()), request),
  );
  const watchDisk = <Result>(read: () => Promise<Result>) => alarmWhileFull(context, findDiskFault, read);
  bindUpload(app, context, { call: uploadCall, watchDisk }, async ({ request, file, caller, language }) => ({
    success: toFlag(true),
    document: await uploadDocument(context, uploaderOf(caller, request), { request, file, language }),
    errors: [],
  }));
  bindUpload(app, context, { call: sendUploadPart, most: uploadPart, watchDisk }, async (input) => ({
    success: toFlag(true),
    ...(await receivePart(context, uploaderOf(input.caller, input.request), input)),
    errors: [],
  }));
  bindCall(app, context, dropCall, async ({ request, identify }) => {
    const clientId = clientIdOf(await identify());
    const { id, wizard, walletId } = request;
    if (wizard === 'email' || wizard === 'phone' || wizard === 'basic') throw new Refusal({ code: 'NOT_FOUND' });
    await dropDocument(context, { clientId, wizard, walletId: walletId ?? '' }, id);
    const { documents } = await readWizard(context, clientId, { wizard, walletId });
    return { success: toFlag(true), documents, errors: [] };
  });
  bindDownload(app, context, readCall, async ({ params, caller }) => {
    const document = await findDocument(context.db, params.id);
    const isShown = document?.clientId === clientIdOf(caller) && isJustUploaded(context, document);
    if (document === undefined || !isShown) throw new Refusal({ code: 'NOT_FOUND' });
    const { documentId, ext } = document;
    const bytes = await openDocument(context, document, { reader: 'client', reason: 'asked by its owner' });
    if (bytes === undefined) throw new Refusal({ code: 'NOT_FOUND' });
    return { bytes, type: ext === 'pdf' ? 'application/pdf' : 'image/jpeg', name: `${documentId}.${ext}` };
  });
  bindCall(app, context, getLimits, async ({ identify }) => ({
    success: toFlag(true),
    ...(await readLimits(context, clientIdOf(await identify()))),
  }));
  bindCall(app, context, getVerificationConfig, async ({ identify }) =>
    readSettings(context, clientIdOf(await identify())),
  );
}

/** A phone sends the files of the wizard that it was handed. @throws Refusal NOT_FOUND for another one */
function uploaderOf(
  caller: Caller,
  { wizard, walletId = '' }: Pick<RequestOf<typeof uploadCall>, 'wizard' | 'walletId'>,
): string {
  if (caller.kind !== 'phone') return clientIdOf(caller);
  if (caller.wizard !== wizard || caller.walletId !== walletId) throw new Refusal({ code: 'NOT_FOUND' });
  return caller.clientId;
}

function isJustUploaded({ clock }: AppContext, { createdAt }: { createdAt: Date }): boolean {
  return clock.now().getTime() - createdAt.getTime() < documentShownMs;
}

function toGiven(request: RequestOf<typeof submitBasicCall>, language: Language) {
  const typed: TypedBasic = {
    first_name: request.firstName,
    last_name: request.lastName,
    birthday: request.birthday,
    a_country: request.aCountry,
    a_state: request.aState,
    a_city: request.aCity,
    a_postcode: request.aPostcode,
    a_addr1: request.aAddr1,
    a_addr2: request.aAddr2,
  };
  return { typed, consent: { isGiven: request.isFraudAgreement === true, language } };
}
