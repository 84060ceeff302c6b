import { createServer, type Server } from 'node:http';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { PlanCorrections } from '@superscope/contracts/corrections';
import { describe, expect, inject, it } from 'vitest';
import { listeningHost } from '../harness/listening-host.js';
import { pdfOf } from '../harness/pdf-file.js';
import { startConnectedApi } from './connected-api.js';
import { chooseIn, expectAccessible, nowhere, settled, sharedBrowser, signedIn } from './browser.js';

const browser = await sharedBrowser();

describe('pages of auditors and operators', () => {
  it('are refused to every other role that opens their address', async () => {
    const audit = ['/audit/events', '/audit/as-it-stood'];
    const operations = ['/operations/dead-letters', '/operations/outbox', '/operations/maintenance'];
    const refused = {
      companyrep: [
        ...audit,
        ...operations,
        '/staff/micrositeDocuments',
        '/staff/reporting',
        '/staff/feeComparison',
        '/staff/insuranceCalculation',
        '/staff/consultation',
        '/staff/pcrTemplates',
      ],
      staff: [...audit, ...operations, '/staff/security'],
      devops: [...audit, '/audit/check-report'],
    };
    for (const [username, paths] of [
      ...Object.entries(refused),
      ['auditor', [...operations, '/staff/reporting']] as const,
    ]) {
      const { page, context } = await signedIn(browser, username, { at: nowhere });
      for (const path of paths) {
        await page.goto(path);
        await page.getByRole('heading', { name: 'This page is not for your role' }).waitFor();
      }
      await context.close();
    }
  });
});

describe('an Admin', () => {
  it('registers a browser client for an employer or platform', async () => {
    const { page, context } = await signedIn(browser, 'admin', { at: '/staff/security' });
    await settled(page);
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Browser Client' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Register' }).click();
    for (const message of ['Username is required', 'Domain is required']) await dialog.getByText(message).waitFor();
    await dialog.getByLabel('Username').fill('walked-microsite');
    await dialog.getByLabel('Domain').fill('walked.example.com');
    await dialog.getByRole('combobox', { name: 'Employer or platform' }).fill('T');
    await page.getByRole('listbox').getByRole('option').first().click();
    await page.keyboard.press('Tab');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Register' }).click();
    await page.getByText('walked-microsite is registered', { exact: false }).waitFor();
    await page.getByRole('main').getByLabel('Find').fill('walked-microsite');
    await page.getByRole('cell', { name: 'Browser client' }).waitFor();
    await context.close();
  });

  it('erases a member with a reason, after which nobody finds the name', async () => {
    const { page, context } = await signedIn(browser, 'admin', { at: nowhere });
    // A separate member of a plan whose members other tests do not list.
    const plan = '/api/plans/TWR.P0006';
    const { companies } = (await (await page.request.get(`${plan}/corrections`)).json()) as PlanCorrections;
    const company = companies[0]!.id.slice('TWR.'.length);
    const member = (name: string, number: string, surname: string) => ({
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `platformId,memberId,planId,companyId,surname,givenName\nTWR,${number},P0006,${company},${surname},Vera\n`,
      ),
    });
    await page.goto('/staff/importExport');
    await page.getByText('Drop files here').waitFor();
    // A second member, so that the newest registration in the event history is not that of an erased member.
    const files = [member('first.csv', 'V900', 'Vanish'), member('second.csv', 'V901', 'Stay')];
    await page.locator('input[type=file]').setInputFiles(files);
    for (const { name } of files) {
      await page.getByRole('button', { name: `Import ${name}` }).click();
      const row = page.getByRole('listitem', { name, exact: true });
      await row.getByText('members · 1 row: 1 written', { exact: false }).waitFor();
    }
    const found = async () => (await (await page.request.get(`${plan}/members?name=Vanish`)).json()) as unknown[];
    await expect.poll(async () => (await found()).length, { timeout: 20_000 }).toBe(1);

    await page.goto('/staff/corrections?plan=TWR.P0006');
    const card = page.getByRole('region', { name: 'Erase a member' });
    const lookup = card.getByRole('combobox', { name: 'Member' });
    await chooseIn(lookup, 'Vanish', page.getByRole('option', { name: /Vanish/ }));
    await card.getByRole('button', { name: 'Erase' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Nobody can bring them back.', { exact: false }).waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Reason').fill('asked to be forgotten');
    await dialog.getByRole('button', { name: 'Erase for good' }).click();
    await page.getByText('The member is erased.', { exact: false }).waitFor();
    await expect.poll(async () => (await found()).length, { timeout: 20_000 }).toBe(0);
    await context.close();
  });
});

/** Serves the example page with its attributes, from an origin of its own. */
async function serveExample(attributes: () => Record<string, string>): Promise<{ server: Server; host: string }> {
  const file = (name: string) =>
    readFileSync(fileURLToPath(new URL(`../../docs/microsite-example/${name}`, import.meta.url)), 'utf8');
  const server = createServer(({ url }, response) => {
    if (url === '/microsite.js') {
      response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(file('microsite.js'));
      return;
    }
    let page = file('index.html');
    for (const [name, value] of Object.entries(attributes()))
      page = page.replace(new RegExp(`data-${name}="[^"]*"`), `data-${name}="${value}"`);
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, host: `localhost:${(server.address() as AddressInfo).port}` };
}

describe('a microsite', () => {
  it('shows what staff keep for its employer on pages of another origin, and reads nothing else', async () => {
    const { page, context } = await signedIn(browser, 'staff', { at: '/staff/micrositeDocuments' });
    await page.getByRole('region', { name: 'Employer mappings' }).getByText('Choose an employer').waitFor();
    const lookup = page.getByRole('combobox', { name: 'Employer' });
    await chooseIn(lookup, 'ironbark', page.getByRole('option').first());
    await page.waitForURL((url) => url.searchParams.has('employer'));
    const address = new URL(page.url()).searchParams;
    const [company, planId] = [address.get('employer')!, address.get('plan')!];
    const save = async (title: string, fill: () => Promise<void>) => {
      await page.getByRole('button', { name: 'New document' }).click();
      const dialog = page.getByRole('dialog', { name: 'New document' });
      await dialog.getByRole('button', { name: 'Save' }).click();
      for (const message of ['Title is required', 'Url is required']) await dialog.getByText(message).waitFor();
      await expectAccessible(page);
      await dialog.getByLabel(/^Type/).selectOption('');
      await dialog.getByText('Type is required').waitFor();
      await dialog.getByLabel(/^Type/).selectOption('Info');
      await dialog.getByLabel(/^Title/).fill(title);
      await fill();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: `Add ${title}` }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: `Remove ${title}` }).waitFor();
    };
    const pdf = pdfOf([[{ x: 50, y: 700, text: 'Fees' }], [{ x: 50, y: 700, text: 'from July' }]]);
    await save('Fees from July', () =>
      page
        .getByRole('dialog')
        .locator('input[type=file]')
        .setInputFiles({ name: 'Fees.pdf', mimeType: 'application/pdf', buffer: pdf }),
    );
    await save('Combine your super', () =>
      page
        .getByRole('dialog')
        .getByLabel(/^PDF or address/)
        .fill('https://fund.example/combine'),
    );
    await page.getByRole('region', { name: 'Resource library' }).getByText('2 p, 1 KB').waitFor();
    await expectAccessible(page);
    const mappings = page.getByRole('region', { name: 'Employer mappings' });
    await mappings.getByRole('button', { name: '2, change the place of Combine your super' }).click();
    await page.getByRole('dialog').getByLabel('Sequence').fill('1');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByText('Conflicts with another Sequence').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Close without saving' }).click();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    // By keys: the second document becomes the first.
    await mappings.getByRole('button', { name: /^Move Combine your super/ }).focus();
    for (const key of ['Space', 'ArrowUp', 'Space']) await page.keyboard.press(key);
    await mappings.getByText('The order is saved.').waitFor();
    await page.getByRole('button', { name: 'Clear microsite cache' }).click();
    await page.getByText('Microsite Cache Refreshed').waitFor();

    const settings: Record<string, string> = { portal: inject('portalUrl'), company, token: '' };
    const { server, host } = await serveExample(() => settings);
    const admin = await signedIn(browser, 'admin', { at: nowhere });
    const write = async (path: string, data: object) => {
      const headers = { 'X-Requested-By': 'superscope' };
      return (await (await admin.page.request.post(path, { data, headers })).json()) as Record<string, string>;
    };
    const client = { username: 'example-microsite', domain: `http://${host}/`, contextId: company };
    const { userId } = await write('/api/authentication/registerBrowserClient', client);
    settings['token'] = (await write(`/api/applications/${userId}/tokens`, { label: 'example' }))['token']!;
    const visitor = await browser.newContext({ locale: 'en-AU' });
    const site = await visitor.newPage();
    try {
      await expect
        .poll(
          async () => {
            await site.goto(`http://${host}/`);
            await site.getByRole('heading', { name: 'Your super' }).waitFor();
            return site
              .getByRole('link')
              .filter({ hasText: /Combine|Fees/ })
              .allTextContents();
          },
          { timeout: 20_000, interval: 500 },
        )
        .toEqual(['Combine your super', 'Fees from July']);
      const link = site.getByRole('link', { name: 'Fees from July' });
      await link.click();
      await expect.poll(() => link.getAttribute('data-opened'), { timeout: 20_000 }).toMatch(/^blob:/);
      const elsewhere = [
        '/api/plan?name=',
        `/api/plan/${planId}`,
        '/api/documents',
        '/api/news',
        '/api/members?name=abc',
      ];
      const read = await site.evaluate(
        async ({ portal, token, paths }) =>
          Promise.all(
            paths.map((path) =>
              fetch(`${portal}${path}`, { headers: { Authorization: `Bearer ${token}` } }).then(
                ({ status }) => status,
                () => 'refused by the browser',
              ),
            ),
          ),
        { portal: settings['portal']!, token: settings['token'], paths: elsewhere },
      );
      expect(read).toEqual(elsewhere.map(() => 'refused by the browser'));
    } finally {
      server.close();
      await Promise.all([visitor.close(), admin.context.close(), context.close()]);
    }
  });

  it('is tried with documents that staff send from the production host, and from no other', async () => {
    const uat = await listeningHost();
    const production = await startConnectedApi({
      PRODUCTION_HOST: 'localhost',
      UAT_URL: uat.url,
      UAT_TOKEN: 'ssa_a-token-of-the-other-host',
    });
    const { page, context } = await signedIn(browser, 'staff', { at: '/staff/micrositeDocuments' });
    try {
      const button = page.getByRole('button', { name: 'Sync with UAT' });
      const offered = () => page.waitForResponse((answer) => answer.url().endsWith('/api/documents/syncUAT'));
      const [elsewhere] = await Promise.all([offered(), page.reload()]);
      expect(await elsewhere.json()).toMatchObject({ isOffered: false });
      await settled(page);
      expect(await button.count()).toBe(0);
      await page.goto(`${production.url}/staff/micrositeDocuments`);
      await button.click();
      await page.getByText('Documents Synced with UAT', { exact: true }).waitFor();
      await expectAccessible(page);
      const sent = uat.asked.filter(({ path }) => path === '/api/documents/sync').map(({ body }) => body);
      for (const title of ['Fees from July', 'Combine your super']) expect(sent.join()).toContain(`"title":"${title}"`);
      expect(uat.asked.filter(({ path, body }) => path.endsWith('/file') && body.includes('%PDF-'))).not.toEqual([]);
    } finally {
      await context.close();
      await production.stop();
      uat.server.close();
    }
  });
});
