import { groupsOf, isWizardEnabled, type WizardFlags } from '@causeway/domain/verification/wizards';
import { formatMoney } from '@causeway/domain/money/format-money';
import type { ReactNode } from 'react';
import { failureText } from '../../../lib/format/error-text.ts';
import { useTexts } from '../../../platform/runtime.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { QuietButton } from '../../../ui/buttons/quiet-button.tsx';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import layout from '../../../ui/layout/layout.module.css';
import text from '../../../ui/layout/text.module.css';
import { IdentityCheck } from '../idcheck/identity-check.tsx';
import { wizardBefore } from '../rules/wizard-rows.ts';
import { DocumentPlace } from './document-place.tsx';
import { FileForm } from './file-form.tsx';
import { useWizard, type FollowedWizard, type WizardNow } from './use-wizard.ts';
import { titleOfPlace, type FileWizard } from './wizard-files.ts';

export interface FileWizardScreenProps {
  wizard: FileWizard;
  /** Which card, in the wizard of the cards. */
  walletId?: string;
  flags: WizardFlags;
  /** What the order is about, inside of one. */
  summary?: ReactNode;
  onDone: () => void;
  /** After the files were sent; without it the review is waited for here. */
  onSubmitted?: (() => void) | undefined;
  /** Leads to all wizards, or to a smaller amount. */
  leave: { text: string; hint?: string; onLeave: () => void };
  /** Leads to another wizard of the same level, where it takes two. */
  onOther?: ((wizard: 'identity' | 'address') => void) | undefined;
}

/** A wizard that takes files: what it asks for, and what became of it (2.5-02, 4.8-10). */
export function FileWizardScreen(props: FileWizardScreenProps) {
  const { wizard, walletId = '', flags, summary, onDone, onSubmitted, leave, onOther } = props;
  const t = useTexts();
  const followed = useWizard(wizard, walletId);
  const { now, failure, again } = followed;
  if (now === undefined)
    return (
      <div className={layout.main} aria-busy={failure === undefined}>
        {failure === undefined && <Skeleton width="100%" height="420px" />}
        {failure !== undefined && <Callout>{failureText(failure, t)}</Callout>}
        {failure !== undefined && <Button onClick={again}>{t('tpl:common:try_again')}</Button>}
      </div>
    );
  const { info, level } = now;
  const isEnabled = isWizardEnabled(wizard, level, flags);
  if (info.isVerified === 1 || info.isLocked === 1 || !isEnabled)
    return (
      <div className={layout.main}>
        {summary}
        <Outcome {...props} now={now} see={followed.see} />
        {isEnabled && flags.isZerohashFlow && onOther && (wizard === 'identity' || wizard === 'address') && (
          <QuietButton look="line" onClick={() => onOther(wizard === 'identity' ? 'address' : 'identity')}>
            {t(`tpl:verification:${wizard === 'identity' ? 'address' : 'identity'}_row`)}
          </QuietButton>
        )}
        {info.isVerified === 1 ? (
          <Button big className={layout.push} onClick={onDone}>
            {t('tpl:verification:continue')}
          </Button>
        ) : (
          <Button big className={layout.push} onClick={leave.onLeave}>
            {leave.text}
          </Button>
        )}
      </div>
    );
  if (info.provider !== '') {
    const head = (
      <>
        {summary}
        <Opening now={now} wizard={wizard} flags={flags} />
      </>
    );
    return <IdentityCheck info={info} head={head} again={again} />;
  }
  return (
    <FileForm
      wizard={wizard}
      walletId={walletId}
      now={now}
      followed={followed}
      head={
        <>
          {summary}
          <p className={text.lead}>
            {t(`tpl:verification:${wizard}_why`)} <Opening now={now} wizard={wizard} flags={flags} />
          </p>
          {info.status === 'declined' && (
            <Callout type="warning" title={t('tpl:verification:declined_title')}>
              {t('tpl:verification:declined_text')}
            </Callout>
          )}
        </>
      }
      onSubmitted={onSubmitted}
    />
  );
}

/** What the client gets for it. */
function Opening({ now, wizard, flags }: { now: WizardNow; wizard: FileWizard; flags: WizardFlags }) {
  const t = useTexts();
  const completes = groupsOf(flags).find(({ wizards }) => wizards.includes(wizard))?.completes;
  const { nextMonthMax, nextLevel } = now.limits.EUR;
  if (completes === undefined || nextLevel !== completes) return null;
  const amount = formatMoney(nextMonthMax, { mark: t('tpl:common:decimal_mark') });
  return t('tpl:verification:opens', { amount, currency: 'EUR' });
}

/** A wizard that takes nothing now: it is done, looked at, refused, or not open yet. */
function Outcome({
  wizard,
  flags,
  leave,
  see,
  now: { info },
}: FileWizardScreenProps & Pick<FollowedWizard, 'see'> & { now: WizardNow }) {
  const t = useTexts();
  if (info.isVerified === 0 && info.isLocked === 0) {
    const before = wizardBefore(wizard, flags);
    return (
      <Callout type="info" icon="lock" title={t('tpl:verification:locked')}>
        {t('tpl:verification:opens_after', { name: t(`tpl:verification:${before}_row`) })}
      </Callout>
    );
  }
  return (
    <>
      {info.isVerified === 1 ? (
        <Callout type="success" icon="check" title={t('tpl:verification:verified')}>
          {t(`tpl:verification:${wizard}_row`)}
        </Callout>
      ) : info.status === 'rejected' ? (
        <Callout title={t('tpl:verification:refused')}>{t('tpl:verification:rejected_text')}</Callout>
      ) : (
        <Callout type="info" icon="clock" title={t('tpl:verification:in_review')}>
          {leave.hint ?? t('tpl:verification:review_text')}
        </Callout>
      )}
      <div className={text.stackS}>
        {info.documents.map((held) => (
          <DocumentPlace
            key={held.id}
            place={{ key: held.id, type: held.type, held }}
            title={titleOfPlace(wizard, held.type, t)}
            see={see}
          />
        ))}
      </div>
    </>
  );
}
