import { type OpenWebViewOptions, ToolBarType } from '@capgo/inappbrowser';
import { pageScript } from './page-script.ts';

/** The web view of the product. */
export function webView(origin: string): OpenWebViewOptions {
  return {
    url: origin,
    toolbarType: ToolBarType.BLANK,
    isPresentAfterPageLoad: true,
    preShowScript: pageScript(origin),
    preShowScriptInjectionTime: 'documentStart',
    activeNativeNavigationForWebview: true,
    disableGoBackOnNativeApplication: true,
    // Statements and the copy of a client's data are `blob:` URLs of the page, which a web view drops by itself.
    handleDownloads: true,
  };
}
