import { ExchangeScreen } from './exchange-screen.tsx';

export function Gallery({ only }: { only?: string | undefined }) {
  if (only === 'exchange-loading') return <ExchangeScreen state="loading" />;
  if (only === 'exchange-errors') return <ExchangeScreen state="errors" />;
  return <ExchangeScreen state="ready" />;
}
