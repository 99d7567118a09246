import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { CausewayHandle } from '@causeway/sdk';
import { CausewayWidget } from '@causeway/sdk/react';
import { logEvent } from './event-log.ts';
import { connectButtons, shop } from './shop.ts';

let widget: CausewayHandle | undefined;
connectButtons(() => widget); // the buttons of this page

createRoot(document.querySelector('#pay') ?? document.body).render(
  <StrictMode>
    <CausewayWidget
      {...shop} // origin, partnerKey and look
      payinCurrency="EUR"
      payinAmount="250"
      onReady={(handle) => {
        widget = handle;
        logEvent('ready', {});
      }}
      onUpdateStep={(detail) => logEvent('update-step', detail)}
      onChangeOrder={(detail) => logEvent('change-order', detail)}
      onChangeLang={(detail) => logEvent('change-lang', detail)}
      onChangeDisplay={(detail) => logEvent('change-display', detail)}
      onChangeHeight={(detail) => logEvent('change-height', detail)}
      onError={(error) => logEvent('error', error)}
    />
  </StrictMode>,
);
