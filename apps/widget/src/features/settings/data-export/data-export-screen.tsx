import { useState } from 'react';
import { dateText, dayText } from '../../../lib/format/moment-text.ts';
import { FormFrame } from '../../../parts/page/form-frame.tsx';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import { useSave } from '../../../platform/use-save.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Callout } from '../../../ui/feedback/callout.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { LoadingBody } from '../loading-body.tsx';
import { ProofFields } from '../proof-fields.tsx';
import { useProof } from '../use-proof.ts';
import { type DataExport, useDataExport } from './use-data-export.ts';

/** A copy of what is held about the client: asked for, made, downloaded with the owner's proof (C-72 to C-74). */
export function DataExportScreen({ email }: { email: string }) {
  const t = useTexts();
  const { data, error, again, request, download } = useDataExport();
  if (!data) return <LoadingBody error={error} onAgain={again} />;
  if (data.state === 'ready') return <ReadyCopy email={email} data={data} request={request} download={download} />;
  return (
    <div className={layout.main}>
      <p>{t('tpl:settings:data-export:intro')}</p>
      {data.state === 'preparing' && (
        <Callout type="info" icon="clock" title={t('tpl:settings:data-export:preparing')}>
          {t('tpl:settings:data-export:preparing_text')}
        </Callout>
      )}
      {data.state === 'none' && <RequestButton data={data} request={request} />}
    </div>
  );
}

type Copy = ReturnType<typeof useDataExport>;

/** Another copy may be made a day after the last one. */
function RequestButton({ data, request }: { data: DataExport } & Pick<Copy, 'request'>) {
  const { texts } = useRuntime();
  const t = useTexts();
  const saving = useSave([]);
  if (data.nextAt > 0)
    return <p>{t('tpl:settings:data-export:later', { time: dateText(data.nextAt, texts.language()) })}</p>;
  return (
    <>
      {saving.error && <Callout>{saving.error}</Callout>}
      <Button big busy={saving.isBusy} onClick={() => void saving.run(request)}>
        {t('tpl:settings:data-export:request')}
      </Button>
    </>
  );
}

interface ReadyCopyProps extends Pick<Copy, 'request' | 'download'> {
  email: string;
  data: DataExport;
}

function ReadyCopy({ email, data, request, download }: ReadyCopyProps) {
  const { texts } = useRuntime();
  const t = useTexts();
  const proof = useProof();
  const [isTaken, setTaken] = useState(false);
  const saving = useSave(['password', 'code']);

  async function take(): Promise<void> {
    setTaken(false);
    if (await saving.run(() => download(proof.values))) setTaken(true);
  }

  return (
    <FormFrame
      saving={saving}
      submit={{
        text: t('tpl:settings:data-export:download'),
        icon: 'arrow-down-to-line',
        isMissing: proof.isMissing,
      }}
      after={<RequestButton data={data} request={request} />}
      onSubmit={() => void take()}
    >
      <Callout type="info" icon="check" title={t('tpl:settings:data-export:ready')}>
        {t('tpl:settings:data-export:days', { day: dayText(data.endsAt, texts.language()) })}
      </Callout>
      <ProofFields proof={proof} saving={saving} email={email} />
      {isTaken && (
        <Callout type="warning" icon="lock">
          {t('tpl:settings:data-export:taken')}
        </Callout>
      )}
    </FormFrame>
  );
}
