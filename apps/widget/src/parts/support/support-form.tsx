import { openSupportCaseEndpoint } from '@causeway/contract/endpoints/open-support-case.generated';
import { useId, useState } from 'react';
import { type AskedOrder, supportForm } from '../../platform/open-support.ts';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { useSave } from '../../platform/use-save.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Popup } from '../../ui/layout/popup.tsx';
import { WholeValue } from '../../ui/layout/strong-value.tsx';
import text from '../../ui/layout/text.module.css';
import { useAsking } from '../entry/use-asking.ts';
import { SupportFields } from './support-fields.tsx';

interface SupportFormProps {
  order: AskedOrder | undefined;
  /** The client's own; empty for a visitor. */
  email: string;
}

/** A message to support, kept as a case (C-89): it needs no mail program. */
export default function SupportForm({ order, email }: SupportFormProps) {
  const t = useTexts();
  const { api, captcha, texts } = useRuntime();
  const [values, setValues] = useState({ message: '', email });
  const [sent, setSent] = useState<{ number: string; email: string }>();
  const saving = useSave(['message', 'email']);
  const form = useId();
  const close = () => supportForm.set(undefined);
  const request = { message: values.message.trim(), email: values.email.trim() };
  const isMissing = request.message === '' || request.email === '';
  const { ref, fault, button, look } = useAsking(isMissing, saving.isBusy, t('tpl:error:REQUIRED'));

  async function send(): Promise<void> {
    const answer = await saving.finish(async () =>
      api.call(openSupportCaseEndpoint, {
        ...request,
        ...(order && { niceId: order.niceId }),
        lang: texts.language(),
        gRecaptchaResponse: await captcha.token('support'),
      }),
    );
    if (answer) setSent(answer);
  }

  return (
    <Popup
      open
      onClose={close}
      title={t('tpl:common:support')}
      closeLabel={t('tpl:common:close')}
      foot={<Foot isSent={sent !== undefined} form={form} button={button} onClose={close} />}
    >
      {sent ? (
        <Sent {...sent} />
      ) : (
        <form
          id={form}
          ref={ref}
          className={text.stack}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (isMissing) return;
            look();
            void send();
          }}
        >
          {order && (
            <p className={text.lead}>
              <WholeValue sentence={t('tpl:support:about', { number: order.number })} value={order.number} />
            </p>
          )}
          <SupportFields
            fault={fault}
            values={values}
            saving={saving}
            onChange={(part) => {
              saving.clear();
              setValues({ ...values, ...part });
            }}
          />
        </form>
      )}
    </Popup>
  );
}

function Sent({ number, email }: { number: string; email: string }) {
  const t = useTexts();
  return (
    <Callout
      type="success"
      icon="circle-check"
      title={<WholeValue sentence={t('tpl:support:sent', { number })} value={number} />}
    >
      {t('tpl:support:sent_text', { email })}
    </Callout>
  );
}

interface FootProps {
  isSent: boolean;
  /** Id of the form. */
  form: string;
  button: ReturnType<typeof useAsking>['button'];
  onClose: () => void;
}

function Foot({ isSent, form, button, onClose }: FootProps) {
  const t = useTexts();
  return isSent ? (
    <Button big onClick={onClose}>
      {t('tpl:common:close')}
    </Button>
  ) : (
    <Button big icon="mail" type="submit" form={form} {...button}>
      {t('tpl:support:send')}
    </Button>
  );
}
