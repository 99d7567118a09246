import { isDocumentOpen } from '@causeway/domain/verification/documents';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useTexts } from '../../../platform/runtime.ts';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { QuietButton } from '../../../ui/buttons/quiet-button.tsx';
import { FieldError } from '../../../ui/fields/field-error.tsx';
import { Pill } from '../../../ui/feedback/pill.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SeeDocument, type SeeFile } from '../viewer/see-document.tsx';
import { CameraSheet, useCameraOf } from './camera-sheet.tsx';
import { DocumentPicture } from './document-picture.tsx';
import styles from './document-place.module.css';
import { useFilesOfPage, useUpload, type PlaceCalls, type Upload } from './use-upload.ts';
import type { Place } from './wizard-files.ts';

const tones = { new: 'accent', uploaded: 'warn', approved: 'ok', declined: 'bad', rejected: 'bad' } as const;
const icons = { new: 'check', uploaded: 'clock', approved: 'check', declined: 'x', rejected: 'x' } as const;
/** What the file chooser offers; the content decides. */
const pictures = 'image/jpeg,image/png,image/heic,image/heif,.heic,.heif';

export interface DocumentPlaceProps {
  place: Place;
  title: string;
  /** None while the wizard takes no changes. */
  calls?: PlaceCalls;
  /** Shows the file that the server holds, for as long as it may. */
  see?: SeeFile;
  /** What the server says of a file that is not there. */
  error?: ReactNode;
}

/** A place for one file: empty, on its way, or with what is known of the one that the server has (4.8-09, A-076). */
export function DocumentPlace({ place, title, calls, see, error }: DocumentPlaceProps) {
  const t = useTexts();
  const id = useId();
  const { held, type } = place;
  const isOpen = calls !== undefined;
  const upload = useUpload(type === 'selfie', calls);
  const { state } = upload;
  const isSending = state.name === 'sending';
  const isTakingFile = isOpen && !isSending && (held === undefined || held.status === 'declined');
  const section = useFocusKept(`${state.name} ${held?.status}`);
  const isOver = useFilesOfPage(section, isTakingFile, upload.choose);
  const shown = state.name === 'none' ? (held?.status ?? 'none') : state.name;
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      data-state={shown}
      data-place={isTakingFile ? 'open' : 'shut'}
      className={classNames(styles.place, shown === 'none' && styles.open, isOver && styles.over)}
    >
      <DocumentPicture type={type} picture={held?.status === 'declined' && !isSending ? undefined : upload.picture} />
      <h2 id={`${id}-title`} className={styles.title}>
        {title}
      </h2>
      <PlaceEnd place={place} title={title} upload={upload} calls={calls} />
      <div className={styles.small}>
        <PlaceText place={place} title={title} upload={upload} calls={calls} see={see} />
      </div>
      <p className="vh" role="status">
        {isSending && t('tpl:verification:uploading', { name: title })}
        {state.name === 'none' && held?.status === 'new' && `${title}: ${t('tpl:verification:file_new')}`}
      </p>
      {(isTakingFile || state.name === 'denied') && (
        <div className={styles.more}>
          {state.name === 'denied' && <FieldError id={`${id}-error`}>{state.text}</FieldError>}
          {state.name === 'none' && error && <FieldError id={`${id}-error`}>{error}</FieldError>}
          {state.name === 'none' && held?.status === 'declined' && <Tips type={type} />}
          {isTakingFile && <PlaceActions type={type} title={title} upload={upload} describedBy={`${id}-title`} />}
        </div>
      )}
    </section>
  );
}

interface PartProps {
  place: Place;
  title: string;
  upload: Upload;
  calls: PlaceCalls | undefined;
}

/** The end of the line: what stops the upload, what removes the file, or how far it is. */
function PlaceEnd({ place: { held }, title, upload: { state, cancel }, calls }: PartProps) {
  const t = useTexts();
  const [isRemoving, setRemoving] = useState(false);
  if (state.name === 'sending')
    return (
      <span className={styles.end}>
        <IconButton icon="x" label={`${t('tpl:verification:cancel_upload')}: ${title}`} onClick={cancel} />
      </span>
    );
  if (state.name === 'denied')
    return (
      <span className={styles.end}>
        <Pill tone="bad" icon="x">
          {t('tpl:verification:file_denied')}
        </Pill>
      </span>
    );
  if (held === undefined) return null;
  const removeHeld = () => {
    if (isRemoving || calls?.remove === undefined) return;
    setRemoving(true);
    cancel();
    void calls.remove(held.id).finally(() => setRemoving(false));
  };
  const isRemovable =
    calls?.remove !== undefined &&
    held.status === 'new' &&
    isDocumentOpen(held.status, calls ? 'unverified' : 'locked');
  return (
    <span className={styles.end}>
      <Pill tone={tones[held.status]} icon={icons[held.status]}>
        {t(`tpl:verification:file_${held.status}`)}
      </Pill>
      {isRemovable && (
        <IconButton
          icon="trash-2"
          label={`${t('tpl:verification:remove_file')}: ${title}`}
          aria-disabled={isRemoving || undefined}
          onClick={removeHeld}
        />
      )}
    </span>
  );
}

function PlaceText({
  place: { held, type },
  title,
  upload: { state },
  calls,
  see,
}: PartProps & { see: SeeFile | undefined }) {
  const t = useTexts();
  if (state.name === 'sending') {
    const share = Math.round(state.share * 100);
    return (
      <>
        <span className="num">{share} %</span>
        <ProgressBar label={t('tpl:verification:uploading', { name: title })} value={share} />
      </>
    );
  }
  if (held?.status === 'declined' && held.comment !== '') return <span className={styles.bad}>{held.comment}</span>;
  if (held !== undefined && held.status !== 'declined')
    return (
      <span>
        {held.filename}
        {see && (
          <>
            {' · '}
            <SeeDocument key={held.id} held={held} title={title} read={see} />
          </>
        )}
      </span>
    );
  if (calls === undefined) return null;
  const formats = t(type === 'selfie' ? 'tpl:verification:picture_none' : 'tpl:verification:file_none');
  return `${formats}, ${t('tpl:verification:drop_here')}`;
}

function Tips({ type }: { type: string }) {
  const t = useTexts();
  if (type !== 'selfie' && type !== 'front' && type !== 'back') return null;
  const rows = type === 'selfie' ? (['light', 'selfie', 'no_hat'] as const) : (['light', 'whole'] as const);
  return (
    <ul className={styles.tips}>
      {rows.map((tip) => (
        <li key={tip}>
          <Icon
            name={tip === 'no_hat' ? 'x' : 'check'}
            size="s"
            className={tip === 'no_hat' ? styles.bad : styles.good}
          />
          {t(`tpl:verification:tip_${tip}`)}
        </li>
      ))}
    </ul>
  );
}

interface PlaceActionsProps {
  type: string;
  title: string;
  upload: Upload;
  describedBy: string;
}

function PlaceActions({ type, title, upload, describedBy }: PlaceActionsProps) {
  const t = useTexts();
  const chooser = useRef<HTMLInputElement>(null);
  const photo = useRef<HTMLInputElement>(null);
  const camera = useCameraOf();
  const [isShooting, setShooting] = useState(false);
  const { state, choose, again } = upload;
  const isAgain = state.name === 'denied' && state.isKept;
  const take = (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    // The same file can be chosen again.
    if (file) choose(file);
    input.value = '';
  };
  const isProof = type !== 'selfie' && type !== 'front' && type !== 'back';
  return (
    <div className={styles.actions}>
      {isAgain && (
        <QuietButton look="soft" aria-describedby={describedBy} onClick={again}>
          {t('tpl:verification:retry_upload')}
        </QuietButton>
      )}
      {!isAgain && !isProof && camera !== 'none' && (
        <QuietButton
          look="soft"
          icon="camera"
          aria-describedby={describedBy}
          onClick={() => (camera === 'live' ? setShooting(true) : photo.current?.click())}
        >
          {t('tpl:verification:take_photo')}
        </QuietButton>
      )}
      <QuietButton look="line" icon="image-up" aria-describedby={describedBy} onClick={() => chooser.current?.click()}>
        {t('tpl:verification:choose_file')}
      </QuietButton>
      <input
        ref={chooser}
        type="file"
        hidden
        accept={type === 'selfie' ? pictures : `${pictures},application/pdf`}
        onChange={(event) => take(event.currentTarget)}
      />
      <input
        ref={photo}
        type="file"
        hidden
        accept="image/*"
        capture={type === 'selfie' ? 'user' : 'environment'}
        onChange={(event) => take(event.currentTarget)}
      />
      {camera === 'live' && (
        <CameraSheet
          isOpen={isShooting}
          title={title}
          isSelfie={type === 'selfie'}
          onShot={choose}
          onClose={() => setShooting(false)}
        />
      )}
    </div>
  );
}

/** Keeps the focus in the place when the button that had it goes with the state. */
function useFocusKept(state: string) {
  const section = useRef<HTMLElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      hadFocus.current = target instanceof Node && section.current?.contains(target) === true;
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) section.current?.focus();
  }, [state]);
  return section;
}
