import type { Endpoint } from '@causeway/contract/endpoint';
import { fromWireNames } from '@causeway/contract/wire/convert-keys';
import type { FormValues } from '@causeway/contract/wire/encode-form';
import { hasKeys } from './has-keys.ts';
import { readErrors, ServerFailure } from './server-failure.ts';
import { toForm, post, isJson, type FileSender, type Sending } from './post-file.ts';

/** How often a file is sent again with a new access token. */
const renewalsMax = 2;

/**
 * Sends one file with its fields as `multipart/form-data`; `fetch` cannot say how far it is. Throws as the calls of the
 * api do; an abort throws an AbortError.
 */
export async function sendFile<Values extends FormValues, Answer>(
  sender: FileSender,
  endpoint: Endpoint<Values, Answer>,
  values: NoInfer<Values>,
  sending: Sending,
): Promise<Answer> {
  for (let retry = 0; ; retry += 1) {
    const access = sender.session.tokens()?.access;
    const answer = await post(sender, endpoint.path, toForm(values, sending.file), sending);
    if ((answer.status === 403 || answer.status === 405) && retry < renewalsMax) {
      await sender.renew();
      continue;
    }
    // A file takes long: a new password may have brought another session meanwhile.
    if (answer.status === 401 && sender.session.tokens()?.access === access) sender.session.clear('session-over');
    const body = isJson(answer.body) ? fromWireNames(answer.body) : undefined;
    if (answer.status !== 200 || !hasKeys(body, endpoint.keys))
      throw new ServerFailure(answer.status, readErrors(body));
    return body;
  }
}
