/** A minimal browser for single sign-on, which follows redirections and keeps the cookies of each host and path. */
export class SignOnBrowser {
  private readonly cookies = new Map<string, { value: string; path: string }>();

  /** Sends one request. `location` is the resolved `Location` header; null without a redirection. */
  async get(url: string): Promise<{ status: number; location: string | null; text: string }> {
    return this.send(url, {});
  }

  post(url: string, form: Record<string, string>) {
    return this.send(url, { method: 'POST', body: new URLSearchParams(form) });
  }

  /** The value of a cookie; null if there is none. */
  cookie(url: string, name: string): string | null {
    const kept = this.cookies.get(`${new URL(url).host} ${name}`);
    return kept === undefined ? null : decodeURIComponent(kept.value);
  }

  /** Follows redirections up to a page, or to an address for which `stop` returns true. */
  async follow(url: string, stop: (url: string) => boolean = () => false): Promise<{ url: string; text: string }> {
    for (let at = url; ;) {
      if (stop(at)) return { url: at, text: '' };
      const { location, text } = await this.get(at);
      if (location === null) return { url: at, text };
      at = location;
    }
  }

  private async send(url: string, init: RequestInit) {
    const { host, pathname } = new URL(url);
    const sent = [...this.cookies]
      .filter(([name, { path }]) => name.startsWith(`${host} `) && pathname.startsWith(path))
      .map(([name, { value }]) => `${name.split(' ')[1]}=${value}`);
    const answer = await fetch(url, { ...init, redirect: 'manual', headers: { Cookie: sent.join('; ') } });
    for (const line of answer.headers.getSetCookie()) this.keep(host, line);
    const location = answer.headers.get('location');
    return {
      status: answer.status,
      location: location === null ? null : new URL(location, url).href,
      text: await answer.text(),
    };
  }

  private keep(host: string, line: string): void {
    const [pair = '', ...attributes] = line.split(/;\s*/);
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const path = attributes.find((each) => /^path=/i.test(each))?.slice(5) ?? '/';
    if (value === '' || attributes.some((each) => /^(max-age=0|expires=Thu, 01 Jan 1970)/i.test(each)))
      this.cookies.delete(`${host} ${name}`);
    else this.cookies.set(`${host} ${name}`, { value, path });
  }
}
