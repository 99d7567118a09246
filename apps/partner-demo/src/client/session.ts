import { mount } from '@causeway/sdk';
import { follow, shop } from './shop.ts';

const widget = mount('#pay', {
  ...shop, // origin, partnerKey and look
  swMode: 'merchant',
  // Called each time the widget is loaded: a token is valid once.
  sessionToken: async () => {
    const response = await fetch('/session-token', { method: 'POST' });
    return response.text();
  },
});

follow(widget); // the list of events and the buttons of this page
