/* oxlint-disable typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-return, typescript/no-unsafe-argument -- a plain browser script, served as it is: there are no types to be safe with */
// The second acquirer's script: puts its card fields into the shop's page, in a frame of its own, and charges them.
(() => {
  const address = new URL('SANDBOX_FRAME_URL');
  const source = 'card-fields';

  function fault(reason, message = '', field = '') {
    return { status: 'error', token: '', challengeUrl: '', reason, message, field };
  }

  /** What the frame said, as the shop gets it; undefined when it is no answer. */
  function toResult(said) {
    if (said.type === 'error') return fault(said.code, said.message, said.field);
    if (said.type === 'token') {
      const { token, brand, last4, exp_month: expMonth, exp_year: expYear } = said;
      return { status: 'token', token, brand, last4, expMonth, expYear };
    }
    if (said.type !== 'charged') return undefined;
    return {
      status: said.status === 'created' ? 'pending' : said.status,
      token: said.token ?? '',
      challengeUrl: said.challenge_url ?? '',
      reason: said.decline_reason ?? '',
      message: '',
      field: '',
    };
  }

  /** The frame with the card fields, its look as the shop wants it. */
  function createFrame({ publicKey, theme, lang }) {
    const frame = document.createElement('iframe');
    const url = new URL(address);
    url.searchParams.set('public_key', publicKey ?? 'SANDBOX_PUBLIC_KEY');
    url.searchParams.set('origin', location.origin);
    if (theme === 'light' || theme === 'dark') url.searchParams.set('theme', theme);
    if (lang) url.searchParams.set('lang', lang);
    frame.src = url.toString();
    frame.title = 'Card';
    // Styles are set one by one: a page with a strict style-src allows that, and inline style attributes not.
    Object.assign(frame.style, { display: 'block', width: '100%', height: '220px', border: '0' });
    return frame;
  }

  function mount(element, options = {}) {
    const frame = createFrame(options);
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
      const result = toResult(said);
      if (result !== undefined) settle(result);
    }

    function submit(session) {
      return new Promise((resolve) => {
        settle(fault('superseded'));
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
      update: ({ theme }) => frame.contentWindow?.postMessage({ source, type: 'theme', theme }, address.origin),
      unmount: () => {
        window.removeEventListener('message', hear);
        frame.remove();
        settle(fault('unmounted'));
      },
    };
  }

  window.AcquirerTwo = { mount };
})();
