/** Requests of the page that opened the widget (2.1-35, A-040); `swMode` and `openPurchase` belong to the mode. */
interface ShellParameters {
  /** Opens the verification. */
  openVerification: boolean;
  openPurchase: boolean;
  /** The wizard to open. */
  vf: string;
  /** The tab closes once the request is done. */
  closeTab: boolean;
  swMode: string;
  /** The first step, if the mode has it. */
  predefinedStep: string;
  /** The order to show. */
  orderNiceId: string;
}

/** Reads them from a query; everything else in it is ignored (2.1-36). */
export function shellParameters(query: Readonly<Record<string, string>>): ShellParameters {
  const isOn = (name: string) => query[name] !== undefined && query[name] !== '0' && query[name] !== 'false';
  const text = (name: string) => query[name] ?? '';
  return {
    openVerification: isOn('openVerification'),
    openPurchase: isOn('openPurchase'),
    vf: text('vf'),
    closeTab: isOn('closeTab'),
    swMode: text('swMode'),
    predefinedStep: text('predefinedStep'),
    orderNiceId: text('orderNiceId'),
  };
}
