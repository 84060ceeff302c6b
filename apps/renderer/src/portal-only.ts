import type { BrowserContext } from 'playwright-core';

const withFigures = /^\/(api|cubejs-api)\//;
/** What a page that is open for a moment has no use for: the stream of changes never ends. */
const unused = /^\/api\/changes$/;

/** Lets a context reach the portal and nothing else, and brings the token of its document where figures are asked for. */
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
