import type { BrowserContext } from 'playwright-core';

const withFigures = /^\/(api|cubejs-api)\//;
/** Paths that a page open for a moment does not need. The stream of changes never ends. */
const unused = /^\/api\/changes$/;

/** Restricts a context to the portal, and adds the document's token to requests for figures. */
export async function portalOnly(context: BrowserContext, portalUrl: string, token: string): Promise<void> {
  const { origin } = new URL(portalUrl);
  await context.route('**/*', (route) => {
    const request = route.request();
    const url = new URL(request.url());
    if (url.origin !== origin || unused.test(url.pathname)) return route.abort('blockedbyclient');
    if (!withFigures.test(url.pathname)) return route.continue();
    return route.continue({ headers: { ...request.headers(), authorization: `Bearer ${token}` } });
  });
  await context.routeWebSocket('**/*', (socket) => void socket.close());
}
