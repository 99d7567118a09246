import { mount } from '@causeway/sdk';
import { follow, shop } from './shop.ts';

const widget = mount('#pay', {
  ...shop, // origin, partnerKey and look
  payinCurrency: 'EUR',
  payinAmount: '250',
});

widget.on('change-order', ({ orderId, orderStatus }) => {
  document.title = `Order ${orderId}: ${orderStatus}`;
});
follow(widget); // the list of events and the buttons of this page
