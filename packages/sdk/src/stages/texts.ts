const en = {
  title: 'Causeway: buy and sell crypto',
  close: 'Close',
  note: 'The payment form cannot run inside this page.',
  blocked: 'Your browser blocked the payment window.',
  window: 'Open in a new window',
  page: 'Go on in this tab',
  phone: 'Go on with your phone',
  scan: 'Scan this with your phone’s camera.',
};

const all: Record<string, typeof en> = {
  en,
  es: {
    title: 'Causeway: compra y vende criptomonedas',
    close: 'Cerrar',
    note: 'El formulario de pago no puede funcionar dentro de esta página.',
    blocked: 'Tu navegador ha bloqueado la ventana de pago.',
    window: 'Abrir en una ventana nueva',
    page: 'Seguir en esta pestaña',
    phone: 'Seguir con el móvil',
    scan: 'Escanea esto con la cámara del móvil.',
  },
  uk: {
    title: 'Causeway: купівля та продаж криптовалюти',
    close: 'Закрити',
    note: 'Платіжна форма не може працювати всередині цієї сторінки.',
    blocked: 'Ваш браузер заблокував вікно оплати.',
    window: 'Відкрити в новому вікні',
    page: 'Продовжити в цій вкладці',
    phone: 'Продовжити на телефоні',
    scan: 'Відскануйте це камерою телефона.',
  },
};

/** The few texts that the SDK itself shows, in the widget's language, else the page's, else English. */
export function textsFor(lang: string | undefined): typeof en {
  return all[lang ?? document.documentElement.lang.slice(0, 2)] ?? en;
}
