/** What the script of acquirer two offers, as far as the widget uses it. */
export interface AcquirerScript {
  mount: (
    element: HTMLElement,
    options: {
      sessionToken: string;
      clientUniqueId: string;
      theme: string;
      lang: string;
      onReady: () => void;
    },
  ) => AcquirerFields;
}

export interface AcquirerFields {
  pay: (card: { cardHolderName: string; saveCard: boolean }) => Promise<{ status: string }>;
  /** Changes the look of fields that are there already. */
  update: (look: { theme: string }) => void;
  unmount: () => void;
}

declare global {
  interface Window {
    AcquirerTwo?: AcquirerScript;
  }
}

/** Adds the acquirer's script to the page, once; a failed load can be tried again. */
export function loadAcquirerScript(url: string): Promise<AcquirerScript> {
  if (window.AcquirerTwo) return Promise.resolve(window.AcquirerTwo);
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      script.remove();
      reject(new Error('The script of the acquirer could not be loaded.'));
    };
    script.src = url;
    script.async = true;
    script.addEventListener('load', () => (window.AcquirerTwo ? resolve(window.AcquirerTwo) : fail()));
    script.addEventListener('error', fail);
    document.head.append(script);
  });
}
