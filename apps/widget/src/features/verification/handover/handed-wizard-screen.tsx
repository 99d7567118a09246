import { identityPapers } from '@causeway/domain/verification/documents';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { ServerFailure } from '../../../lib/api/server-failure.ts';
import { failureText } from '../../../lib/format/error-text.ts';
import { createPoll } from '../../../lib/polling/poll.ts';
import { StepHeader } from '../../../parts/page/step-header.tsx';
import { useRuntime, useTexts, type Runtime } from '../../../platform/runtime.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import layout from '../../../ui/layout/layout.module.css';
import text from '../../../ui/layout/text.module.css';
import { DocumentPlace } from '../files/document-place.tsx';
import { sendInParts } from '../parts/send-in-parts.ts';
import { isToSend, placesOf, proofsOf, titleOfPlace, type FileWizard, type Place } from '../files/wizard-files.ts';
import { hasKey, openLink, phoneCalls, type PhoneCalls } from './phone-calls.ts';

/** Milliseconds between two looks at the wizard: the paper may be changed on the computer. */
const every = 5000;

type Handed = Awaited<ReturnType<PhoneCalls['wizard']>>;
type State = 'opening' | 'open' | 'over' | 'done' | { failure: unknown };

/** The opening of the link of this page, which happens once however often the page is drawn. */
let opening: Promise<void> | undefined;

function openOnce(runtime: Runtime): Promise<void> {
  const token = location.hash.slice(1);
  if (token !== '') {
    // The link is used up: what is left of it in the history opens nothing.
    history.replaceState(history.state, '', location.pathname + location.search);
    const system = /\b(Android|iPhone|iPad|Windows|Mac OS X|Linux)\b/.exec(navigator.userAgent)?.[1] ?? '';
    opening = openLink(runtime, token, system);
  }
  return (opening ??= Promise.resolve());
}

/** A wizard on the phone that it was handed to: its files and nothing else, without a sign-in (F9). */
export function HandedWizardScreen() {
  const runtime = useRuntime();
  const t = useTexts();
  const [state, setState] = useState<State>('opening');
  const [calls] = useState(() => phoneCalls(runtime, () => setState('over')));
  useEffect(() => {
    let isLeft = false;
    openOnce(runtime).then(
      () => !isLeft && setState(hasKey(runtime) ? 'open' : 'over'),
      (failure: unknown) => {
        const isGone = failure instanceof ServerFailure && failure.status === 404;
        if (!isLeft) setState(isGone ? 'over' : { failure });
      },
    );
    return () => {
      isLeft = true;
    };
  }, [runtime]);
  const title = t(state === 'done' ? 'tpl:verification:handover_sent' : 'tpl:verification:handover_title');
  return (
    <>
      <StepHeader icon="smartphone" title={title} />
      {state === 'open' ? (
        <OpenWizard calls={calls} onDone={() => setState('done')} />
      ) : (
        <div className={layout.main} aria-busy={state === 'opening'}>
          {state === 'opening' && <Skeleton width="100%" height="320px" />}
          {state === 'over' && (
            <Callout title={t('tpl:verification:handover_over')}>{t('tpl:verification:handover_over_text')}</Callout>
          )}
          {state === 'done' && (
            <Callout type="success" icon="check">
              {t('tpl:verification:handover_sent_text')}
            </Callout>
          )}
          {typeof state === 'object' && <Callout>{failureText(state.failure, t)}</Callout>}
        </div>
      )}
    </>
  );
}

function OpenWizard({ calls, onDone }: { calls: PhoneCalls; onDone: () => void }) {
  const { network } = useRuntime();
  const t = useTexts();
  const [poll] = useState(() => createPoll<Handed>({ network, every, call: (signal) => calls.wizard(signal) }));
  const { data, failure } = useSyncExternalStore(poll.subscribe, poll.state, poll.state);
  const [proof, setProof] = useState('');
  const [ending, setEnding] = useState<{ isBusy: boolean; failure?: unknown }>({ isBusy: false });
  const wizard = data && wizardOf(data);
  if (data === undefined || wizard === undefined)
    return (
      <div className={layout.main} aria-busy={failure === undefined}>
        {failure === undefined && <Skeleton width="100%" height="320px" />}
        {failure !== undefined && <Callout>{failureText(failure, t)}</Callout>}
        {failure !== undefined && <Button onClick={poll.again}>{t('tpl:common:try_again')}</Button>}
      </div>
    );
  if (data.isLocked === 1)
    return (
      <div className={layout.main}>
        <Callout type="info" icon="lock">
          {t('tpl:verification:handover_locked')}
        </Callout>
      </div>
    );
  const paper = data.documentType === '' ? identityPapers[0] : data.documentType;
  const proofs = proofsOf(wizard);
  const chosen = proof === '' ? (proofs[0] ?? '') : proof;
  const places = placesOf(wizard, { paper, proof: chosen }, data.documents);
  const missing = places.filter(({ held }) => isToSend(held)).length;
  async function finish(): Promise<void> {
    setEnding({ isBusy: true });
    try {
      await calls.finish();
      onDone();
    } catch (failed) {
      setEnding({ isBusy: false, failure: failed });
    }
  }
  return (
    <div className={layout.main}>
      <p className={text.lead}>{t('tpl:verification:handover_lead')}</p>
      {proofs.length > 0 && missing > 0 && (
        <SelectField
          label={t('tpl:verification:proof')}
          value={chosen}
          options={proofs.map((value) => ({ value, text: titleOfPlace(wizard, value, t) }))}
          onChange={setProof}
        />
      )}
      <div className={text.stackS}>
        {places.map((place) => (
          <DocumentPlace
            key={place.key}
            place={place}
            title={titleOfPlace(wizard, isToSend(place.held) ? place.type : (place.held?.type ?? place.type), t)}
            calls={placeCalls({ calls, data, wizard, place, refresh: poll.again })}
          />
        ))}
      </div>
      {missing > 0 && <p className={`${text.xs} ${text.quiet}`}>{t('tpl:verification:documents_agree')}</p>}
      <p className="vh" role="status">
        {missing > 0 ? t('tpl:verification:missing', { count: missing }) : t('tpl:verification:handover_all')}
      </p>
      {ending.failure !== undefined && <Callout>{failureText(ending.failure, t)}</Callout>}
      <Button big className={layout.push} busy={ending.isBusy} onClick={() => void finish()}>
        {t('tpl:verification:handover_finish')}
      </Button>
    </div>
  );
}

interface PlaceContext {
  calls: PhoneCalls;
  data: Handed;
  wizard: FileWizard;
  place: Place;
  refresh: () => void;
}

/** A phone only adds: what is there is removed on the computer. */
function placeCalls({ calls, data, wizard, place, refresh }: PlaceContext) {
  return {
    async send(file: Blob, sending: { signal: AbortSignal; onProgress: (share: number) => void }) {
      const paper = data.documentType === '' ? identityPapers[0] : data.documentType;
      const about = {
        wizard,
        type: place.type,
        ...(wizard === 'identity' && { documentType: paper }),
        ...(data.walletId !== '' && { walletId: data.walletId }),
      };
      const { errors } = await sendInParts(calls.sender, about, { file, ...sending });
      refresh();
      return errors;
    },
    async hasArrived() {
      const { documents } = await calls.wizard();
      const isThere = documents.some(
        ({ id, type, status }) => id !== place.held?.id && type === place.type && status === 'new',
      );
      if (isThere) refresh();
      return isThere;
    },
  };
}

function wizardOf({ wizard }: Handed): FileWizard | undefined {
  return wizard === 'email' || wizard === 'phone' || wizard === 'basic' ? undefined : wizard;
}
