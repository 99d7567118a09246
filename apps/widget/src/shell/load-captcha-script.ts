import type { CaptchaScript } from './captcha.ts';

declare global {
  interface Window {
    grecaptcha?: CaptchaScript;
  }
}

/** Adds the provider's script to the page. */
export function loadCaptchaScript(url: string): Promise<CaptchaScript> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      script.remove();
      reject(new Error('The captcha could not be loaded.'));
    };
    script.src = url;
    script.async = true;
    script.addEventListener('load', () => (window.grecaptcha ? resolve(window.grecaptcha) : fail()));
    script.addEventListener('error', fail);
    document.head.append(script);
  });
}
