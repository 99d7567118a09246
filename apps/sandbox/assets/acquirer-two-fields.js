/* oxlint-disable typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-return, typescript/no-unsafe-argument -- a plain browser script, served as it is: there are no types to be safe with */
// The second acquirer's script: puts its card fields into the shop's page, in a frame of its own, and charges them.
(() => {
  const address = new URL('SANDBOX_FRAME_URL');
  const source = 'card-fields';

  function mount(element, options = {}) {
    const frame = document.createElement('iframe');
    const url = new URL(address);
    url.searchParams.set('public_key', options.publicKey ?? 'SANDBOX_PUBLIC_KEY');
    url.searchParams.set('origin', location.origin);
    if (options.theme === 'light' || options.theme === 'dark') url.searchParams.set('theme', options.theme);
    if (options.lang) url.searchParams.set('lang', options.lang);
    frame.src = url.toString();
    frame.title = 'Card';
    // Styles are set one by one: a page with a strict style-src allows that, and inline style attributes not.
    Object.assign(frame.style, { display: 'block', width: '100%', height: '220px', border: '0' });
    let waiting;

    function settle(result) {
      const done = waiting;
      waiting = undefined;
      done?.(result);
    }

    function hear(event) {
      if (event.source !== frame.contentWindow || event.origin !== address.origin) return;
      const said = event.data;
      if (said?.source !== source) return;
      if (said.type === 'ready' || said.type === 'height') frame.style.height = `${said.height}px`;
      if (said.type === 'ready') options.onReady?.();
      if (said.type === 'change') options.onChange?.({ isComplete: said.is_complete, brand: said.brand });
      if (said.type === 'error')
        settle({
          status: 'error',
          token: '',
          challengeUrl: '',
          reason: said.code,
          message: said.message,
          field: said.field,
        });
      if (said.type === 'token')
        settle({
          status: 'token',
          token: said.token,
          brand: said.brand,
          last4: said.last4,
          expMonth: said.exp_month,
          expYear: said.exp_year,
        });
      if (said.type === 'charged')
        settle({
          status: said.status === 'created' ? 'pending' : said.status,
          token: said.token ?? '',
          challengeUrl: said.challenge_url ?? '',
          reason: said.decline_reason ?? '',
          message: '',
          field: '',
        });
    }

    function submit(session) {
      return new Promise((resolve) => {
        settle({ status: 'error', token: '', challengeUrl: '', reason: 'superseded', message: '', field: '' });
        waiting = resolve;
        frame.contentWindow.postMessage({ source, type: 'submit', session }, address.origin);
      });
    }

    window.addEventListener('message', hear);
    element.append(frame);
    return {
      pay: ({ cardHolderName = '', saveCard = false } = {}) =>
        submit({
          session_token: options.sessionToken,
          client_unique_id: options.clientUniqueId,
          holder_name: cardHolderName,
          save_card: saveCard,
        }),
      tokenize: () => submit(undefined),
      unmount: () => {
        window.removeEventListener('message', hear);
        frame.remove();
        settle({ status: 'error', token: '', challengeUrl: '', reason: 'unmounted', message: '', field: '' });
      },
    };
  }

  window.AcquirerTwo = { mount };
})();
