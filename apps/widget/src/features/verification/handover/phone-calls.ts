import { finishHandoverEndpoint } from '@causeway/contract/endpoints/finish-handover.generated';
import { getHandedWizardEndpoint } from '@causeway/contract/endpoints/get-handed-wizard.generated';
import { openHandoverEndpoint } from '@causeway/contract/endpoints/open-handover.generated';
import type { Endpoint } from '@causeway/contract/endpoint';
import { type Json, fromWireNames } from '@causeway/contract/wire/convert-keys';
import { type FormValues, encodeForm } from '@causeway/contract/wire/encode-form';
import { hasKeys } from '../../../lib/api/has-keys.ts';
import { sendRequest } from '../../../lib/api/send-request.ts';
import type { FileSender } from '../../../lib/api/post-file.ts';
import { readErrors, ServerFailure } from '../../../lib/api/server-failure.ts';
import type { Runtime } from '../../../platform/runtime.ts';

/** Where the tab keeps the key of its link. */
const storeKey = 'causeway.handover';

/** What a phone may ask with the key of its link; a session of the phone's own has no part in that. */
export interface PhoneCalls {
  wizard: (signal?: AbortSignal) => ReturnType<typeof readWizard>;
  finish: () => Promise<void>;
  sender: FileSender;
}

type Parts = Pick<Runtime, 'texts' | 'tab'>;

/** Opens a link, once, and keeps its key for this tab. @throws ServerFailure 404 where it is no longer good */
export async function openLink(parts: Parts, token: string, deviceName: string): Promise<void> {
  const { key } = await send(parts, openHandoverEndpoint, { token, deviceName });
  parts.tab.set(storeKey, key);
}

export function hasKey({ tab }: Parts): boolean {
  return tab.get(storeKey) !== undefined;
}

/** @param onOver the key opens nothing any more */
export function phoneCalls(parts: Parts, onOver: () => void): PhoneCalls {
  const end = () => {
    parts.tab.remove(storeKey);
    onOver();
  };
  const guarded = async <Answer>(call: Promise<Answer>): Promise<Answer> => {
    try {
      return await call;
    } catch (failure) {
      if (failure instanceof ServerFailure && failure.status === 401) end();
      throw failure;
    }
  };
  const wizard = (signal?: AbortSignal) => guarded(readWizard(parts, signal));
  return {
    wizard,
    async finish() {
      await guarded(send(parts, finishHandoverEndpoint, {}));
      parts.tab.remove(storeKey);
    },
    sender: {
      scheme: 'Handover',
      session: { tokens: () => ({ access: parts.tab.get(storeKey) ?? '', refresh: '' }), clear: end },
      language: parts.texts.language(),
      renew: () => wizard(),
    },
  };
}

function readWizard(parts: Parts, signal?: AbortSignal) {
  return send(parts, getHandedWizardEndpoint, {}, signal);
}

async function send<Values extends FormValues, Answer>(
  { texts, tab }: Parts,
  endpoint: Endpoint<Values, Answer>,
  values: NoInfer<Values>,
  signal?: AbortSignal,
): Promise<Answer> {
  const key = tab.get(storeKey);
  const { status, body } = await sendRequest((...request) => fetch(...request), {
    method: 'POST',
    url: endpoint.path,
    body: encodeForm(values).toString(),
    headers: {
      'X-Requested-With': 'XMLHttpRequest',
      'Accept-Language': texts.language(),
      'Content-Type': 'application/x-www-form-urlencoded',
      ...(key !== undefined && { 'X-Authorization': `Handover ${key}` }),
    },
    signal,
  });
  const answer = isJson(body) ? fromWireNames(body) : undefined;
  if (status !== 200 || !hasKeys(answer, endpoint.keys)) throw new ServerFailure(status, readErrors(answer));
  return answer;
}

function isJson(value: unknown): value is Json {
  return value !== undefined;
}
