/* oxlint-disable typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-return, typescript/no-unsafe-argument -- a plain browser script, served as it is: there are no types to be safe with */
// The sandbox's captcha: the same shape as the well-known invisible one, with a box to tick when the sandbox is set to
// ask.
(() => {
  const base = 'SANDBOX_CAPTCHA_URL';

  async function post(path, body) {
    const answer = await fetch(base + path, {
      method: 'POST',
      mode: 'cors',
      credentials: 'omit',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`captcha: ${answer.status}`);
    return answer.json();
  }

  function element(name, styles, text) {
    const made = document.createElement(name);
    Object.assign(made.style, styles);
    if (text) made.textContent = text;
    return made;
  }

  // Styles are set one by one: a page with a strict style-src allows that, and inline style attributes not.
  function buildDialog(dark) {
    const ink = dark ? '#f5f3ef' : '#0f2128';
    const surface = dark ? '#111b1f' : '#fefdfc';
    const dialog = element('dialog', {
      border: `1px solid ${dark ? '#67777e' : '#849095'}`,
      borderRadius: '14px',
      padding: '20px',
      maxWidth: 'min(320px, calc(100vw - 48px))',
      background: surface,
      color: ink,
      font: '400 16px/24px system-ui, sans-serif',
    });
    dialog.style.colorScheme = dark ? 'dark' : 'light';
    dialog.dataset.captchaChallenge = '';
    dialog.setAttribute('aria-labelledby', 'sandbox-captcha-title');
    const badge = element(
      'p',
      {
        margin: '0 0 8px',
        font: '700 12px/16px system-ui, sans-serif',
        letterSpacing: '.08em',
        color: dark ? '#f5bc69' : '#8d5416',
      },
      'SANDBOX',
    );
    const title = element(
      'h2',
      { margin: '0 0 12px', font: '600 18px/24px system-ui, sans-serif' },
      'Are you a person?',
    );
    title.id = 'sandbox-captcha-title';
    const label = element('label', {
      display: 'flex',
      gap: '12px',
      alignItems: 'center',
      minHeight: '48px',
      cursor: 'pointer',
    });
    const box = element('input', {
      width: '24px',
      height: '24px',
      margin: '0',
      accentColor: dark ? '#70d9df' : '#006271',
    });
    box.type = 'checkbox';
    label.append(box, element('span', {}, 'I am a person'));
    const close = element(
      'button',
      {
        minHeight: '44px',
        padding: '0 16px',
        marginTop: '8px',
        border: `1px solid ${dark ? '#67777e' : '#849095'}`,
        borderRadius: '12px',
        background: 'transparent',
        color: ink,
        font: 'inherit',
        cursor: 'pointer',
      },
      'Close',
    );
    close.type = 'button';
    const problem = element('p', { margin: '8px 0 0', color: dark ? '#f6938d' : '#b32e2f' });
    problem.setAttribute('role', 'alert');
    dialog.append(badge, title, label, problem, close);
    return { dialog, box, close, problem };
  }

  // Closing the box without an answer leaves the promise open, as the well-known captcha does: the page watches the
  // dialog itself.
  function ask(challenge) {
    return new Promise((resolve) => {
      const { dialog, box, close, problem } = buildDialog(matchMedia('(prefers-color-scheme: dark)').matches);
      box.addEventListener('change', async () => {
        box.disabled = true;
        try {
          const { token } = await post('/pass', { challenge });
          resolve(token);
          dialog.close();
        } catch {
          box.disabled = false;
          box.checked = false;
          problem.textContent = 'That did not work. Try again.';
        }
      });
      close.addEventListener('click', () => dialog.close());
      dialog.addEventListener('close', () => dialog.remove());
      document.body.append(dialog);
      dialog.showModal();
      box.focus();
    });
  }

  window.grecaptcha = {
    ready(callback) {
      if (document.body) queueMicrotask(callback);
      else document.addEventListener('DOMContentLoaded', () => callback(), { once: true });
    },
    async execute(siteKey, options = {}) {
      const answer = await post('/execute', { site_key: siteKey, action: options.action });
      return answer.token ?? ask(answer.challenge);
    },
  };
})();
