import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { CausewayHandle } from '@causeway/sdk';
import { CausewayWidget } from '@causeway/sdk/react';
import { logEvent } from './event-log.ts';
import { connectButtons, shopOptions } from './shop.ts';

let widget: CausewayHandle | undefined;
connectButtons(() => widget);

const box = document.querySelector('#pay') ?? document.body;

createRoot(box).render(
  <StrictMode>
    <CausewayWidget
      {...shopOptions}
      onReady={(handle) => {
        widget = handle;
        logEvent('ready', {});
      }}
      onUpdateStep={(detail) => logEvent('update-step', detail)}
      onChangeOrder={(detail) => logEvent('change-order', detail)}
      onChangeLang={(detail) => logEvent('change-lang', detail)}
      onChangeHeight={(detail) => logEvent('change-height', detail)}
      onError={(error) => logEvent('error', error)}
    />
  </StrictMode>,
);
