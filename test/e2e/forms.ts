import type { Locator, Page } from 'playwright-core';
import { chooseIn } from './browser.js';

/** A form in which people type, as somebody comes to it who is to lose nothing. */
export interface TypedForm {
  username: 'admin' | 'devops' | 'companyrep' | 'staff' | 'authorisedrep';
  /** A page that the menu leads to, or the user's own menu. */
  at: string;
  /** From the page to the form. */
  open?: (page: Page) => Promise<unknown>;
  /** Types what may be sent, and returns a field that holds some of it. */
  type: (page: Page) => Promise<Locator>;
  submit: (page: Page) => Locator;
  /** The path of the request that submitting sends. It is never let through, so that nothing changes. */
  sends: string;
}

const dialog = (page: Page) => page.getByRole('dialog');
const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name, exact: true }).click();
const inDialog = (name: string) => (page: Page) => dialog(page).getByRole('button', { name, exact: true });

/** Fills a field of the page, or of its dialog, and returns it. */
async function fill(within: Page | Locator, label: string | RegExp, text: string): Promise<Locator> {
  const field = within.getByRole('textbox', { name: label });
  await field.fill(text);
  return field;
}

async function chooseFirst(within: Page | Locator, name: RegExp, text: string): Promise<void> {
  const lookup = within.getByRole('combobox', { name });
  await chooseIn(lookup, text, lookup.page().getByRole('listbox').getByRole('option').first());
}

/** By the file that makes the form. */
export const typedForms: Readonly<Record<string, TypedForm>> = {
  'app/shell/change-password.form.tsx': {
    username: 'companyrep',
    at: '/super/superScore',
    open: async (page) => {
      await page.getByRole('button', { name: /user menu/ }).click();
      await page.getByText('Change password').first().click();
    },
    type: async (page) => {
      const form = page.getByRole('form', { name: 'Change password' });
      const old = form.getByLabel('Old password', { exact: true });
      await old.fill('whatever');
      for (const label of ['New password', 'Retype new password'])
        await form.getByLabel(label, { exact: true }).fill('tram-5-Lemon-kite');
      return old;
    },
    submit: (page) => page.getByRole('form', { name: 'Change password' }).getByRole('button', { name: 'Change' }),
    sends: '/api/authentication/passwordUpdate',
  },
  'features/access-tokens/application.dialog.tsx': {
    username: 'admin',
    at: '/staff/access-tokens',
    open: press('Register an application'),
    type: (page) => fill(dialog(page), 'Username', 'never-registered'),
    submit: inDialog('Register'),
    sends: '/api/applications',
  },
  'features/alerts/add-address.dialog.tsx': {
    username: 'admin',
    at: '/operations/alerts',
    open: async (page) => page.getByRole('button', { name: 'Add address' }).first().click(),
    type: async (page) => {
      await fill(dialog(page), 'Mail address', 'never@fund.example');
      return fill(dialog(page), 'Name', 'Never');
    },
    submit: inDialog('Add'),
    sends: '/api/alerts/addresses',
  },
  'features/asfa-figures/hosts-dialog.tsx': {
    username: 'admin',
    at: '/staff/importExport',
    open: async (page) => {
      await page.getByRole('link', { name: 'Load new figures' }).click();
      await press('hosts of the list')(page);
    },
    type: (page) => fill(dialog(page), 'Hosts', 'never.example.com'),
    submit: inDialog('Save list'),
    sends: '/api/asfa/hosts',
  },
  'features/corrections/correction-dialog.tsx': {
    username: 'admin',
    at: '/staff/corrections',
    open: async (page) => {
      await chooseFirst(page, /^Plan/, 'kes');
      const card = page.getByRole('region', { name: 'Erase a member' });
      await chooseFirst(card, /^Member/, 'smi');
      await card.getByRole('button', { name: 'Erase' }).click();
    },
    type: (page) => fill(dialog(page), 'Reason', 'asked to be forgotten'),
    submit: inDialog('Erase for good'),
    sends: '/api/members/*/erase',
  },
  'features/fee-comparison/fee-comparison.page.tsx': {
    username: 'staff',
    at: '/staff/feeComparison',
    open: async (page) => {
      await page.getByText('New member', { exact: true }).click();
      await chooseFirst(page, /^Plan/, 'a');
      await chooseFirst(page, /^Investment/, 'a');
      await chooseFirst(page, /^Platform/, 'tal');
      await chooseIn(
        page.getByRole('group', { name: 'Investment B' }).getByRole('combobox', { name: /^Investment/ }),
        'a',
        page.getByRole('listbox').getByRole('option').first(),
      );
    },
    type: async (page) => {
      await fill(page, /^Balance/, '12,345.67');
      return fill(page, /^Name/, 'Ida Quill');
    },
    submit: (page) => page.getByRole('button', { name: /^Run/ }),
    sends: '/api/feeComparison/data',
  },
  'features/maintenance/maintenance.form.tsx': {
    username: 'devops',
    at: '/operations/maintenance',
    type: (page) => fill(page, 'Message', 'Sunday from 2:00 am'),
    submit: (page) => page.getByRole('button', { name: /^(Announce|Change message)$/ }),
    sends: '/api/maintenance',
  },
  'features/member-events/new-events.form.tsx': {
    username: 'authorisedrep',
    at: '/staff/memberEvents',
    open: async (page) => {
      await chooseFirst(page, /^Member/, 'wilson');
      await page.getByRole('switch', { name: 'Beneficiary nomination validated' }).click();
    },
    type: async (page) => {
      const notes = page.getByLabel('Notes');
      await notes.fill('Spouse, 100 %.');
      return notes;
    },
    submit: (page) => page.getByRole('button', { name: 'Submit', exact: true }),
    sends: '/api/members/events',
  },
  'features/microsite-documents/document.dialog.tsx': {
    username: 'staff',
    at: '/staff/micrositeDocuments',
    open: async (page) => {
      await chooseFirst(page, /^Employer/, 'a');
      await press('New document')(page);
    },
    type: async (page) => {
      await fill(dialog(page), /^PDF or address/, 'https://fund.example/never');
      return fill(dialog(page), /^Title/, 'Never saved');
    },
    submit: inDialog('Save'),
    sends: '/api/documents',
  },
  'features/onecentral-imports/expectation.dialog.tsx': {
    username: 'staff',
    at: '/staff/onecentralImports',
    open: async (page) => {
      await press('Edit expectations')(page);
      await dialog(page)
        .getByLabel(/^Table/)
        .selectOption('members');
      await dialog(page)
        .getByLabel(/^Expected/)
        .selectOption('month');
    },
    type: (page) => fill(dialog(page), /^By day of the month/, '17'),
    submit: inDialog('Save'),
    sends: '/api/devops/onecentral/expected',
  },
  'features/report-templates/new-template.form.tsx': {
    username: 'staff',
    at: '/staff/pcrTemplates',
    open: async (page) => {
      await chooseFirst(page, /^Platform/, 'tal');
      await press('New template')(page);
    },
    type: (page) => fill(page, /^Template/, 'Never saved'),
    submit: (page) => page.getByRole('button', { name: 'Save template' }),
    sends: '/api/pcr',
  },
  'features/salesforce-exports/schedule.dialog.tsx': {
    username: 'admin',
    at: '/staff/salesforceExports',
    open: press('Edit plan'),
    type: (page) => fill(dialog(page), /^Time/, '04:45'),
    submit: inDialog('Save plan'),
    sends: '/api/salesforce/schedule',
  },
  'features/security/browser-client.dialog.tsx': {
    username: 'admin',
    at: '/staff/security',
    open: async (page) => {
      await press('Register')(page);
      await page.getByRole('menuitem', { name: 'Browser Client' }).click();
      await chooseFirst(page, /^Employer or platform/, 'T');
    },
    type: async (page) => {
      await fill(dialog(page), 'Domain', 'never.example.com');
      return fill(dialog(page), 'Username', 'never-registered');
    },
    submit: inDialog('Register'),
    sends: '/api/authentication/registerBrowserClient',
  },
  'features/security/user.dialog.tsx': {
    username: 'admin',
    at: '/staff/security',
    open: async (page) => {
      await press('Register')(page);
      await page.getByRole('menuitem', { name: 'User' }).click();
      await dialog(page).getByLabel('Role').selectOption('Staff');
    },
    type: (page) => fill(dialog(page), /^Username\/Email/, 'never@example.com'),
    submit: inDialog('Register'),
    sends: '/api/authentication/register',
  },
  'features/watches/watch.form.tsx': {
    username: 'companyrep',
    at: '/watches',
    type: (page) => fill(page, 'Value', '4.75'),
    submit: (page) => page.getByRole('button', { name: 'Watch', exact: true }),
    sends: '/api/watches',
  },
};

/** Forms that are not walked through, and what else shows that they lose nothing. */
export const notWalked: Readonly<Record<string, string>> = {
  'features/about/email-request-card.tsx': 'sends nothing; its own spec asks before it is left',
  'features/access-tokens/issue.dialog.tsx': 'needs a program; walked through by the Admin who issues a token',
  'features/alerts/acknowledge-alert.dialog.tsx': 'needs an alert; walked through by those who take one in hand',
  'features/alerts/mute-alert.dialog.tsx': 'needs an alert; its own spec',
  'features/asfa-figures/figures-form.tsx': 'needs documents that were read; its own spec asks before it is left',
  'features/background-work/acknowledge.dialog.tsx': 'needs work that failed; its own spec',
  'features/consultation/consultation.page.tsx':
    'types a birth date alone, of a member whose files name none; its own spec',
  'features/dead-letters/drop-dialog.tsx': 'needs an event that could not be projected; its own spec',
  'features/import-export/repair.page.tsx': 'needs a refused file; walked through with the files, and its own spec',
  'features/insurance-calculation/insurance-calculation.page.tsx': 'the twin of the comparison of fees; its own spec',
  'features/investment-options/investment-options.page.tsx': 'a file and its day; walked through with the files',
  'features/microsite-documents/mapping.dialog.tsx': 'needs a document; walked through in the guide, and its own spec',
  'features/report-templates/editors.tsx': 'needs a template, which other suites’ reports would follow; its own spec',
  'features/report-templates/pdf-upload.tsx': 'a file; its own spec asks before it is left',
  'features/report-templates/report-templates.page.tsx': 'asks for the editors on it',
  'features/salesforce-exports/again.dialog.tsx': 'needs a batch; a file, which its own spec asks about',
  'features/salesforce-exports/new-batch.dialog.tsx': 'choices alone',
  'features/stored-pdfs/keep-pdf.dialog.tsx': 'needs a stored PDF that is to be deleted; its own spec',
  'features/two-step/add-passkey.dialog.tsx': 'needs an authenticator; walked through with passkeys',
  'features/two-step/remove-app.tsx': 'needs an app that was set up; a code of one minute',
  'features/two-step/set-up-app.tsx': 'a code of one minute',
  'portal/report-check/use-report-check.ts': 'saves nothing',
};
