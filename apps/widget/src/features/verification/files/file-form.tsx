import { dropDocumentEndpoint } from '@causeway/contract/endpoints/drop-document.generated';
import { updateVerificationEndpoint } from '@causeway/contract/endpoints/update-verification.generated';
import { identityPapers, type IdentityPaper } from '@causeway/domain/verification/documents';
import { dayAt } from '@causeway/domain/verification/dates';
import { useState, type ReactNode } from 'react';
import { FormFrame } from '../../../parts/page/form-frame.tsx';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import { useSave, type Saving } from '../../../platform/use-save.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Segmented } from '../../../ui/buttons/segmented.tsx';
import { FieldError } from '../../../ui/fields/field-error.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import text from '../../../ui/layout/text.module.css';
import { HandoverOffer } from '../handover/handover-offer.tsx';
import { useDraft } from '../use-draft.ts';
import { DocumentPlace } from './document-place.tsx';
import styles from './document-place.module.css';
import { sendInParts } from '../parts/send-in-parts.ts';
import type { PlaceCalls } from './use-upload.ts';
import type { FollowedWizard, WizardNow } from './use-wizard.ts';
import { isToSend, placesOf, proofsOf, strayFiles, titleOfPlace, type FileWizard, type Place } from './wizard-files.ts';

const fields = ['document_type', 'document_date', 'expiry_date', 'front', 'back', 'selfie', 'file'] as const;
type Field = (typeof fields)[number];

/** What is typed beside the files. */
interface Typed {
  paper: IdentityPaper;
  documentDate: string;
  expiryDate: string;
}

export interface FileFormProps {
  wizard: FileWizard;
  walletId: string;
  now: WizardNow;
  followed: FollowedWizard;
  /** What stands above the fields. */
  head: ReactNode;
  onSubmitted: (() => void) | undefined;
}

/** The open wizard: the kind of paper with its days, a place for each file, and the sending for review. */
export function FileForm({ wizard, walletId, now, followed, head, onSubmitted }: FileFormProps) {
  const { api } = useRuntime();
  const t = useTexts();
  const { info } = now;
  const [first] = useState(() => typedBefore(info.fields));
  const [typed, setTyped] = useState(first);
  const kinds = proofsOf(wizard);
  // What was declined is most often sent again as the same kind.
  const [proof, setProof] = useState(kinds.find((kind) => kind === info.documents.at(-1)?.type) ?? kinds[0] ?? '');
  const saving = useSave<Field>(fields);
  const asked = { wizard, ...(walletId !== '' && { walletId }) };
  const fieldsOf = ({ paper, documentDate, expiryDate }: Typed) => ({
    ...asked,
    ...(wizard === 'identity' && { documentType: paper }),
    documentDate,
    expiryDate,
  });
  const keep = (values: Typed) => api.call(updateVerificationEndpoint, { ...fieldsOf(values), isDraft: true });
  const stopDraft = useDraft(typed, first, keep);
  const places = placesOf(wizard, { paper: typed.paper, proof }, info.documents);
  const missing = places.filter(({ held }) => isToSend(held)).length;
  const callsOf = usePlaceCalls({ wizard, walletId, followed });
  const set = (change: Partial<Typed>) => {
    saving.clear();
    setTyped((old) => ({ ...old, ...change }));
  };

  async function submit(): Promise<void> {
    stopDraft();
    const answer = await saving.run(async () => {
      for (const { id } of strayFiles(places, info.documents)) await api.call(dropDocumentEndpoint, { ...asked, id });
      return api.call(updateVerificationEndpoint, fieldsOf(typed));
    });
    if (answer === undefined) return;
    if (onSubmitted) onSubmitted();
    else followed.again();
  }

  return (
    <FormFrame
      saving={saving}
      submit={{ text: t('tpl:verification:send_review'), isMissing: missing > 0, isLow: true }}
      after={
        <p className={classNames(text.xs, text.quiet, text.center)} role="status">
          {missing > 0
            ? t(`tpl:verification:${info.status === 'declined' ? 'anew' : 'missing'}`, { count: missing })
            : t('tpl:verification:sealed')}
        </p>
      }
      onSubmit={() => missing === 0 && void submit()}
    >
      {head}
      {wizard === 'identity' && <Paper typed={typed} set={set} saving={saving} comments={info.comments} />}
      {proofsOf(wizard).length > 0 && places.some(({ held }) => isToSend(held)) && (
        <SelectField
          label={t('tpl:verification:proof')}
          value={proof}
          options={proofsOf(wizard).map((value) => ({ value, text: titleOfPlace(wizard, value, t) }))}
          onChange={setProof}
        />
      )}
      {wizard !== 'wallet' && (
        <Days wizard={wizard} typed={typed} first={first} set={set} saving={saving} comments={info.comments} />
      )}
      <Places {...{ wizard, walletId, places, saving, followed }} callsOf={(place) => callsOf(place, typed.paper)} />
      {missing > 0 && <p className={classNames(text.xs, text.quiet)}>{t('tpl:verification:documents_agree')}</p>}
    </FormFrame>
  );
}

interface PlacesProps extends Pick<FileFormProps, 'wizard' | 'walletId' | 'followed'> {
  places: readonly Place[];
  saving: Saving<Field>;
  callsOf: (place: Place) => PlaceCalls;
}

function Places({ wizard, walletId, followed, places, saving, callsOf }: PlacesProps) {
  const t = useTexts();
  return (
    <div className={text.stackS}>
      <HandoverOffer {...{ wizard, walletId, followed }} isNeeded={places.some(({ held }) => isToSend(held))} />
      {places.map((place) => (
        <DocumentPlace
          key={place.key}
          place={place}
          title={titleOfPlace(wizard, isToSend(place.held) ? place.type : (place.held?.type ?? place.type), t)}
          calls={callsOf(place)}
          see={followed.see}
          error={saving.errors[nameOf(place)]}
        />
      ))}
    </div>
  );
}

function nameOf({ type }: Place): Field {
  return fields.find((field) => field === type) ?? 'file';
}

/** Fields come by their names of the wire, as every answer's. */
function typedBefore(kept: Readonly<Record<string, string>>): Typed {
  return {
    paper: identityPapers.find((paper) => paper === kept['documentType']) ?? identityPapers[0],
    documentDate: kept['documentDate'] ?? '',
    expiryDate: kept['expiryDate'] ?? '',
  };
}

/** What the places of a wizard do: send, look whether a file has come, remove. */
function usePlaceCalls({
  wizard,
  walletId,
  followed,
}: Pick<FileFormProps, 'wizard' | 'walletId' | 'followed'>): (place: Place, paper: IdentityPaper) => PlaceCalls {
  const { api, session, texts } = useRuntime();
  const asked = { wizard, ...(walletId !== '' && { walletId }) };
  const isSame = (place: Place, type: string) => proofsOf(wizard).length > 0 || type === place.type;
  return (place, paper) => ({
    async send(file, sending) {
      const sender = { session, language: texts.language(), renew: followed.readFiles };
      const about = { ...asked, ...(wizard === 'identity' && { documentType: paper }), type: place.type };
      const answer = await sendInParts(sender, about, { file, ...sending });
      if (answer.success === 1)
        followed.change((files) => [...files.filter(({ type }) => !isSame(place, type)), answer.document]);
      return answer.errors;
    },
    async hasArrived() {
      const files = await followed.readFiles();
      const came = files.find(
        ({ id, type, status }) => id !== place.held?.id && isSame(place, type) && status === 'new',
      );
      if (came) followed.change(() => files);
      return came !== undefined;
    },
    async remove(id) {
      const answer = await api.call(dropDocumentEndpoint, { ...asked, id });
      if (answer.success === 1) followed.change(() => answer.documents);
    },
  });
}

interface FieldsProps {
  typed: Typed;
  set: (change: Partial<Typed>) => void;
  saving: Saving<Field>;
  /** What the reviewer said of a field. */
  comments: Readonly<Record<string, string>>;
}

function Paper({ typed, set, saving, comments }: FieldsProps) {
  const t = useTexts();
  const error = saving.errors.document_type ?? comments['documentType'];
  return (
    <div className={text.stackS}>
      <p className={classNames(text.s, text.label)} aria-hidden="true">
        {t('tpl:verification:paper')}
      </p>
      <Segmented
        label={t('tpl:verification:paper')}
        name="paper"
        className={styles.papers ?? ''}
        value={typed.paper}
        options={identityPapers.map((value) => ({ value, text: t(`tpl:verification:paper_${value}`) }))}
        onChange={(paper) => set({ paper })}
      />
      {error && <FieldError id="paper-error">{error}</FieldError>}
    </div>
  );
}

/** The days of a paper, where it names them (5-17, 5-18); those of a proof say only when it was written. */
function Days({ wizard, typed, first, set, saving, comments }: FieldsProps & { wizard: FileWizard; first: Typed }) {
  const t = useTexts();
  // Whole days in the calendar of the client.
  const [today] = useState(() => dayAt(new Date(), -new Date().getTimezoneOffset()));
  const commentOf = (name: 'documentDate' | 'expiryDate') => (typed[name] === first[name] ? comments[name] : undefined);
  const common = { type: 'date', hint: t('tpl:verification:if_there'), autoComplete: 'off' } as const;
  return (
    <div className={wizard === 'identity' ? text.two : text.stack}>
      <TextField
        {...common}
        label={t('tpl:verification:issued')}
        max={today}
        value={typed.documentDate}
        onChange={(documentDate) => set({ documentDate })}
        error={saving.errors.document_date ?? commentOf('documentDate')}
      />
      {wizard === 'identity' && (
        <TextField
          {...common}
          label={t('tpl:verification:expires')}
          min={today}
          value={typed.expiryDate}
          onChange={(expiryDate) => set({ expiryDate })}
          error={saving.errors.expiry_date ?? commentOf('expiryDate')}
        />
      )}
    </div>
  );
}
