import { BrandMark } from '../parts/page/brand-mark.tsx';
import { AmountSection } from './amount-sections.tsx';
import { BadgeSection, RateRowSection, FeeSection, SummarySection } from './price-sections.tsx';
import { ExchangeScreen } from './exchange-screen.tsx';
import { CouponSection, MessageSection, TextSection } from './form-sections.tsx';
import { AuthSection, CodeSection } from './sign-in-sections.tsx';
import styles from './gallery.module.css';
import { HeaderSection, OrderSection, StatusSection } from './order-sections.tsx';
import { DecisionSection, PayingSection, ReceiptSection } from './payment-sections.tsx';
import { PopupSection } from './popup-sections.tsx';
import { AddressSection, ProductSection } from './step-sections.tsx';
import { ConfirmationSection } from './confirmation-sections.tsx';
import { ButtonSection, StepSection, OptionSection } from './small-sections.tsx';
import { ToastSection, WaitingSection } from './waiting-sections.tsx';

const screens = { exchange: 'ready', 'exchange-loading': 'loading', 'exchange-errors': 'errors' } as const;

function isScreen(name: string | undefined): name is keyof typeof screens {
  return name !== undefined && name in screens;
}

export function Gallery({ only }: { only?: string | undefined }) {
  if (isScreen(only)) {
    return (
      <main className={styles.contents}>
        <ExchangeScreen state={screens[only]} />
      </main>
    );
  }
  return (
    <main className={styles.cat} data-popup-frame="">
      <header className={styles.head}>
        <BrandMark className={styles.mark} />
        <div>
          <p className={styles.title} role="heading" aria-level={1}>
            Components and states
          </p>
          <p>Add ?theme=dark, &dir=rtl, &brand=8a3b22, &radius=6px, &density=.88 or &only=exchange to the address.</p>
        </div>
      </header>
      <div className={styles.cols}>
        <AmountSection />
        <RateRowSection />
        <CouponSection />
        <FeeSection />
        <SummarySection />
        <MessageSection />
        <ButtonSection />
        <BadgeSection />
        <TextSection />
        <CodeSection />
        <AuthSection />
        <OptionSection />
        <AddressSection />
        <ConfirmationSection />
        <ProductSection />
        <HeaderSection />
        <OrderSection />
        <StatusSection />
        <PayingSection />
        <DecisionSection />
        <ReceiptSection />
        <WaitingSection />
        <ToastSection />
        <StepSection />
        <PopupSection />
      </div>
    </main>
  );
}
