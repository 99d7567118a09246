import { use, type ReactNode } from 'react';
import { CardEntryFrame } from '../../parts/card-frame/card-entry-frame.tsx';
import { useCardFrame } from '../../parts/card-frame/use-card-frame.ts';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { ChallengeScreen } from './challenge-screen.tsx';
import { CardForm } from './components/card-form.tsx';
import styles from './components/card-form.module.css';
import { KeptCard } from './components/kept-card.tsx';
import type { PaymentParts } from './payment-parts.ts';
import { isWebAddress } from './rules/payment-shape.ts';
import type { CardShape } from './rules/payment-view.ts';
import { useAcquirerFields } from './use-acquirer-fields.ts';
import { useCardPayment, type CardPayment } from './use-card-payment.ts';
import { WalletButtons } from './wallet/wallet-buttons.tsx';
import { sheetsOf } from './wallet/wallet-sheets.ts';
import { WaitScreen } from './wait-screen.tsx';

export interface CardScreenProps extends PaymentParts {
  shape: CardShape;
}

type FormProps<Kind extends CardShape['kind']> = PaymentParts & {
  shape: Extract<CardShape, { kind: Kind }>;
  payment: CardPayment;
  wallets: ReactNode;
};

/** A payment by card inside this page (3-36, 3-38 to 3-40), to the bank's own question and the wait for its answer. */
export default function CardScreen({ shape, ...parts }: CardScreenProps) {
  const { order, again, onRedirect, amountLeft } = parts;
  const { api } = useRuntime();
  const sheets = use(sheetsOf(api, order));
  const payment = useCardPayment({ order, paymentUrl: shape.paymentUrl, provider: shape.provider, again, onRedirect });
  const asked = order.paymentStatus === 'challenge' && isWebAddress(order.redirect) ? order.redirect : '';
  const challengeUrl = asked || (payment.isTaken ? payment.challengeUrl : '');
  if (challengeUrl !== '') return <ChallengeScreen url={challengeUrl} {...parts} />;
  if (payment.isTaken || order.paymentStatus === 'challenge') return <WaitScreen state="wait" {...parts} />;
  const wallets = <WalletButtons sheets={sheets} payment={payment} amountLeft={amountLeft} />;
  if (shape.kind === 'fields') return <FieldsForm shape={shape} payment={payment} wallets={wallets} {...parts} />;
  if (shape.kind === 'form' && shape.scriptUrl !== '')
    return <FrameForm shape={shape} payment={payment} wallets={wallets} {...parts} />;
  return <KeptCard payment={payment} {...parts} />;
}

/** Acquirer one: its frame gives a token for the card. */
function FrameForm({ shape, payment, ...parts }: FormProps<'form'>) {
  const { texts } = useRuntime();
  const t = useTexts();
  const frame = useCardFrame(shape.scriptUrl, { public_key: shape.publicKey, lang: texts.language() });
  const takeCard = async () => {
    const card = await frame.takeCard();
    return card && ({ kind: 'token', token: card.token } as const);
  };
  const mark = () => void frame.takeCard();
  return (
    <CardForm entry={{ ...frame, takeCard, mark }} payment={payment} {...parts}>
      <CardEntryFrame entry={frame} title={t('tpl:payment:card_frame')} className={styles.frame} />
    </CardForm>
  );
}

/** Acquirer two: its script draws the fields into the page, each in a frame of its own. */
function FieldsForm({ shape, payment, ...parts }: FormProps<'fields'>) {
  const entry = useAcquirerFields(shape);
  return (
    <CardForm entry={entry} payment={payment} {...parts}>
      <div ref={entry.host} />
    </CardForm>
  );
}
