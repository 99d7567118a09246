/** What the page that opened the widget wants it to do (2.1-35, A-040); `swMode` and `openPurchase` belong to the mode. */
export interface ShellParameters {
  /** Opens the verification. */
  openVerification: boolean;
  openPurchase: boolean;
  /** The wizard to open. */
  vf: string;
  /** The tab is of no use once what was asked for is done. */
  closeTab: boolean;
  swMode: string;
  /** The first step, as far as the mode has it. */
  predefinedStep: string;
  /** The order to show. */
  orderNiceId: string;
}

/** Reads them out of a query; everything else in it is not looked at (2.1-36). */
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
