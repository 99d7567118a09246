import { connectGuest } from '@causeway/bridge/guest/connect-guest';
import { reportHeight } from '@causeway/bridge/guest/report-height';

// The page acts as a widget: it lists the messages it receives, and sends what the buttons say.
const allowedOrigins = (document.body.dataset['allowed'] ?? '').split(' ');
const content = document.querySelector<HTMLElement>('main');

function show(text: string): void {
  const line = document.createElement('p');
  line.textContent = text;
  content?.append(line);
}

const guest = connectGuest({
  window,
  allowedOrigins,
  onMessage: ({ event, payload }) => show(`${event} ${JSON.stringify(payload)}`),
});
reportHeight({
  window,
  measure: () => content?.offsetHeight,
  onHeight: (height) => guest.send('change-height', { height }),
});

const order = { orderStatus: null, orderId: null, partnerOrderId: null };
guest.send('update-step', { ...order, stepName: 'exchange' });
document.querySelector('#order')?.addEventListener('click', () => {
  guest.send('change-order', {
    orderStatus: 'processing',
    orderId: 'k3v9',
    partnerOrderId: '20417',
    stepName: 'status',
  });
});
document.querySelector('#lang')?.addEventListener('click', () => guest.send('change-lang', { lang: 'uk' }));
document.querySelector('#grow')?.addEventListener('click', () => content?.classList.toggle('tall'));
