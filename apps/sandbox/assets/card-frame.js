/* oxlint-disable typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-return, typescript/no-unsafe-argument -- a plain browser script, served as it is: there are no types to be safe with */
// The card fields inside the frame: they talk to the page that framed them, and to no other.
(() => {
  const source = 'card-fields';
  const form = document.getElementById('card');
  const { origin, publicKey, path } = form.dataset;
  const inputs = ['number', 'expiry', 'cvc'].map((name) => form.elements.namedItem(name));
  const [number, expiry, cvc] = inputs;
  const brands = [
    ['visa', /^4/],
    ['mastercard', /^(5[1-5]|2[2-7])/],
    ['maestro', /^(50|5[6-9]|6)/],
  ];
  let isBusy = false;

  function send(message) {
    if (parent !== window) parent.postMessage({ source, ...message }, origin);
  }

  function heightOf() {
    return Math.ceil(document.documentElement.getBoundingClientRect().height);
  }

  function digitsOf(input) {
    return input.value.replaceAll(/\D/g, '');
  }

  function brandOf(digits) {
    return brands.find(([, pattern]) => pattern.test(digits))?.[0] ?? '';
  }

  function sendChange() {
    const isComplete = digitsOf(number).length >= 12 && digitsOf(expiry).length === 4 && digitsOf(cvc).length >= 3;
    send({ type: 'change', is_complete: isComplete, brand: brandOf(digitsOf(number)) });
  }

  function mark(faults) {
    for (const input of inputs) {
      const fault = faults[input.name] ?? '';
      document.getElementById(`${input.name}-fault`).textContent = fault;
      if (fault === '') input.removeAttribute('aria-invalid');
      else input.setAttribute('aria-invalid', 'true');
    }
    inputs.find((input) => faults[input.name])?.focus();
  }

  function write(input, text) {
    const atEnd = input.selectionStart === input.value.length;
    if (input.value === text) return;
    input.value = text;
    if (atEnd) input.setSelectionRange(text.length, text.length);
  }

  number.addEventListener('input', () =>
    write(
      number,
      digitsOf(number)
        .slice(0, 19)
        .replaceAll(/(.{4})(?=.)/g, '$1 '),
    ),
  );
  expiry.addEventListener('input', (event) => {
    if (event.inputType?.startsWith('delete')) return;
    const all = digitsOf(expiry);
    // Browsers fill in the whole year.
    const digits = all.length === 6 ? all.slice(0, 2) + all.slice(4) : all.slice(0, 4);
    write(expiry, digits.length >= 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits);
  });
  cvc.addEventListener('input', () => write(cvc, digitsOf(cvc).slice(0, 4)));
  for (const input of inputs)
    input.addEventListener('input', () => {
      document.getElementById(`${input.name}-fault`).textContent = '';
      input.removeAttribute('aria-invalid');
      sendChange();
    });
  for (const button of form.querySelectorAll('[data-card]'))
    button.addEventListener('click', () => {
      number.value = button.dataset.card.replaceAll(/(.{4})(?=.)/g, '$1 ');
      expiry.value = '12 / 34';
      cvc.value = '123';
      form.querySelector('details').open = false;
      mark({});
      sendChange();
    });

  async function post(address, body) {
    const answer = await fetch(path + address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ number: number.value, expiry: expiry.value, cvc: cvc.value, ...body }),
    });
    return { status: answer.status, body: await answer.json() };
  }

  function sendFaults(faults) {
    mark(faults);
    const [field, message] = Object.entries(faults)[0] ?? ['', ''];
    send({ type: 'error', code: 'card_invalid', field, message });
  }

  async function submit({ session }) {
    if (isBusy) return;
    isBusy = true;
    try {
      const { status, body } = session
        ? await post('/charge', session)
        : await post('/tokenize', { public_key: publicKey });
      if (body.faults) sendFaults(body.faults);
      else if (status !== 200)
        send({ type: 'error', code: body.error?.code ?? 'unavailable', field: '', message: body.error?.message ?? '' });
      else send({ type: session ? 'charged' : 'token', ...body });
    } catch {
      send({ type: 'error', code: 'unavailable', field: '', message: 'The card could not be sent. Try again.' });
    }
    isBusy = false;
  }

  form.addEventListener('submit', (event) => event.preventDefault());
  window.addEventListener('message', (event) => {
    if (event.source !== parent || event.origin !== new URL(origin).origin) return;
    if (event.data?.source !== source) return;
    if (event.data.type === 'submit') void submit(event.data);
    if (event.data.type === 'theme' && ['light', 'dark'].includes(event.data.theme))
      document.documentElement.dataset.theme = event.data.theme;
  });
  new ResizeObserver(() => send({ type: 'height', height: heightOf() })).observe(document.documentElement);
  send({ type: 'ready', height: heightOf() });
})();
