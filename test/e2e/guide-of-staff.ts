import type { SalesforceReconciliations } from '@superscope/contracts/salesforce-reconciliation';
import { readFile } from 'node:fs/promises';
import { budgetsPage, lumpSumsPage, pdfOf } from '../harness/pdf-file.js';
import { chooseIn } from './browser.js';
import { makesPictures } from './makes-pictures.js';
import { pdfPage } from './pdf-viewer.js';
import { plan, desk, pageOf, region, header, open, press, type Chapter } from './guide-walk.js';

/** A picture of one point. */
const LOGO = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** The chapters for staff and for Admins. */
export function staffChapters(chapter: Chapter): void {
  chapter('Exact figures', async (on) => {
    const page = await pageOf('admin');
    await open(page, `/dashboard?plan=${plan}`);
    await page.getByText('Exact', { exact: true }).first().click();
    await page.getByText('Exact figures, staff only').waitFor();
    await on.shows(page, 'exact-view', header(page), page.getByText('Exact figures, staff only'));
    await page.getByText('Employer’s view', { exact: true }).first().click();
    await page.getByRole('button', { name: 'More about how members are protected' }).waitFor();
  });

  chapter('Flyers and news', async (on) => {
    const page = await pageOf('admin');
    await open(page, `/dashboard?plan=${plan}`);
    await press(page, 'Downloads');
    await page.getByRole('dialog', { name: 'Downloads' }).waitFor();
    await on.reads(page);
    await page.getByRole('button', { name: 'Manage flyers' }).click();
    await page.getByRole('dialog').getByText('Plan details flyers').waitFor();
    await on.reads(page);
    await page.keyboard.press('Escape');
  });

  chapter('Completeness', async (on) => {
    const page = await pageOf('admin');
    await page.goto('/plans');
    await region(page, 'Completeness by plan and month').waitFor();
    await on.reads(page);
  });

  chapter('Members', async (on) => {
    const page = await pageOf('staff');
    await page.goto('/staff/members');
    await page.getByText('No member is open').waitFor();
    await on.reads(page);
    await chooseIn(page.getByRole('combobox', { name: /^Member/ }), 'smith', page.getByRole('option').first());
    const tabs = page.getByRole('navigation', { name: 'About the member' });
    await region(page, 'Figures').waitFor();
    await on.reads(page);
    await tabs.getByRole('link', { name: 'Who looked' }).click();
    await region(page, 'Who looked')
      .getByText(/^Since /)
      .waitFor();
    await on.reads(page);
  });

  chapter('Member events', async (on) => {
    const page = await pageOf('authorisedrep');
    // Wide enough for the form and the timeline side by side.
    await page.setViewportSize({ width: 1320, height: 900 });
    await page.goto('/staff/memberEvents');
    await on.reads(page);
    await page.getByRole('combobox', { name: /^Member/ }).fill('smith');
    await page.getByRole('option').first().click();
    const timeline = page.getByRole('region', { name: /^Timeline of/ });
    await timeline.waitFor();
    await page.getByRole('switch', { name: 'Consultation performed' }).click();
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await page.getByText('Not processed').first().waitFor();
    await page.getByRole('switch', { name: 'Beneficiary nomination validated' }).click();
    await page.getByLabel('Notes').fill('Spouse, 100%, witnessed form sighted.');
    await on.shows(page, 'member-events', region(page, 'New events'), timeline);
    await page.setViewportSize(desk);
  });

  chapter('Microsite documents', async (on) => {
    const page = await pageOf('staff');
    await page.goto('/staff/micrositeDocuments');
    await page.getByText('Choose an employer').first().waitFor();
    await on.reads(page);
    const lookup = page.getByRole('combobox', { name: 'Employer' });
    await chooseIn(lookup, 'a', page.getByRole('option').first());
    await region(page, 'What the employer sees').waitFor();
    await page.getByRole('button', { name: 'New document' }).click();
    await page.getByRole('dialog').waitFor();
    await on.reads(page);
    await page.getByLabel(/^Title/).fill('Nominate a beneficiary');
    await page.getByLabel(/^PDF or address/).fill('https://fund.example/nominate');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Add Nominate a beneficiary' }).click();
    await page.getByRole('dialog').getByLabel('Sequence').waitFor();
    await on.reads(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'Remove Nominate a beneficiary' }).waitFor();
    await region(page, 'What the employer sees').getByText('Nominate a beneficiary').waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
    await on.shows(
      page,
      'microsite-documents',
      region(page, 'Resource library'),
      region(page, 'Employer mappings'),
      region(page, 'What the employer sees'),
    );
    await page.setViewportSize(desk);
  });

  chapter('Reports', async (on) => {
    const page = await pageOf('staff');
    await page.goto('/staff/reporting');
    await on.reads(page);
    const employer = page.getByRole('combobox', { name: 'Employer' });
    await chooseIn(employer, 'kes', page.getByRole('option').first());
    await page.getByRole('link', { name: /^Preview/ }).waitFor();
    await on.reads(page);
    const [flyer] = await Promise.all([
      page.waitForEvent('download'),
      region(page, 'Download or open').getByRole('button', { name: 'New Employee Flyer' }).click(),
    ]);
    const { viewer, sheet } = await pdfPage(page, await readFile(await flyer.path()));
    await on.shows(viewer, 'new-employee-flyer', sheet);
    await viewer.close();
    await chooseIn(page.getByRole('combobox', { name: /^Member/ }), 'wil', page.getByRole('option').first());
    for (const [topic, part, picture] of [
      ['Insurance', 'Cover and need', 'insurance-advice'],
      ['Investment', 'Growth and target', 'investment-advice'],
    ] as const) {
      const [advice] = await Promise.all([
        page.context().waitForEvent('page'),
        region(page, 'Single Topic Advice')
          .getByRole('link', { name: new RegExp(`^${topic}`) })
          .click(),
      ]);
      await region(advice, part).waitFor();
      await on.shows(advice, picture, header(advice), region(advice, 'Member'), region(advice, part));
      await advice.close();
    }
  });

  chapter('Fee comparison', async (on) => {
    const page = await pageOf('staff');
    await page.setViewportSize({ width: 1320, height: 900 });
    await page.goto('/staff/feeComparison');
    await on.reads(page);
    await page.getByRole('radio', { name: 'New member' }).click();
    await on.reads(page);
    await page.getByRole('radio', { name: 'Existing member' }).click();
    const today = page.getByRole('group', { name: 'Investment A' });
    if (makesPictures) {
      await today.getByRole('combobox', { name: /^Member/ }).pressSequentially('tran');
      await page.getByRole('option').first().click();
      await page.getByText(/^Balances of/).waitFor();
    } else {
      // The tests' small fund has no holdings, so somebody new is compared.
      await page.getByRole('radio', { name: 'New member' }).click();
      await today.getByRole('combobox', { name: /^Plan/ }).pressSequentially('kes');
      await page.getByRole('option').first().click();
      await today.getByRole('textbox', { name: 'Name' }).fill('Ana Case');
      await today.getByRole('combobox', { name: /^Investment/ }).pressSequentially('bal');
      await page.getByRole('option').first().click();
      await today.getByRole('textbox', { name: 'Balance' }).fill('50000');
    }
    const other = page.getByRole('group', { name: 'Investment B' });
    await other.getByRole('combobox', { name: /^Platform/ }).pressSequentially('lan');
    await page.getByRole('option').first().click();
    await other.getByRole('combobox', { name: /^Investment/ }).pressSequentially('fix');
    await page.getByRole('option').first().click();
    await page.getByRole('button', { name: 'Run Comparison' }).click();
    await page.getByRole('region', { name: 'Fees a year' }).waitFor();
    await on.shows(page, 'fee-comparison', region(page, 'Result'), region(page, 'Fees a year'));
    await page.setViewportSize(desk);
  });

  chapter('Insurance calculation', async (on) => {
    const page = await pageOf('staff');
    await page.setViewportSize({ width: 1320, height: 900 });
    await page.goto('/staff/insuranceCalculation');
    await on.reads(page);
    await page.getByRole('radio', { name: 'New member' }).click();
    await on.reads(page);
    await page.getByRole('radio', { name: 'Existing member' }).click();
    const found = page.getByRole('listbox').getByRole('option').first();
    await chooseIn(page.getByRole('combobox', { name: /^Member/ }), 'smith', found);
    await page.getByRole('region', { name: 'Cover now' }).waitFor();
    await page.getByRole('group', { name: 'Voluntary cover' }).getByLabel('Death').fill('500000');
    await page.getByRole('button', { name: 'Run Calculation' }).click();
    await page.getByRole('region', { name: 'Indicative quotation' }).waitFor();
    await on.reads(page);
    await on.shows(page, 'insurance-calculation', region(page, 'Result'), region(page, 'Indicative quotation'));
    await page.setViewportSize(desk);
  });

  chapter('Consultation', async (on) => {
    const page = await pageOf('staff');
    await page.setViewportSize({ width: 1320, height: 900 });
    await page.goto('/staff/consultation');
    const found = page.getByRole('listbox').getByRole('option').first();
    await chooseIn(page.getByRole('combobox', { name: /^Member/ }), 'smith', found);
    await page.getByRole('button', { name: 'Read before filing' }).click();
    await page.getByRole('region', { name: 'What it stands on' }).waitFor();
    const form = page.getByRole('form', { name: 'What the consultation is about' });
    await on.shows(page, 'consultation', form, region(page, 'Filing'), region(page, 'Beside the retirement standard'));
    await page.setViewportSize(desk);
  });

  chapter('Import and export', async (on) => {
    const page = await pageOf('admin');
    await page.goto('/staff/importExport');
    await page.getByText('Drop files here').waitFor();
    await on.reads(page);
    // No plan of the fund is as old as this month, so nobody had joined.
    const early = `planId,platformId,memberId,asAt,totalAssetsOwned\nP0001,TWR,10000001,1990-01-31,1000`;
    await page
      .locator('input[type=file]')
      .setInputFiles([{ name: 'early.csv', mimeType: 'text/csv', buffer: Buffer.from(early) }]);
    await page.getByRole('button', { name: 'Save lines as CSV' }).waitFor();
    await on.reads(page);
    await page.getByRole('listitem', { name: 'early.csv' }).getByRole('button', { name: 'Remove' }).click();
    const header = 'providerId,name';
    const files = [
      {
        name: 'right.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(`${header}\nTALLOWOOD,Tallowood Retirement Pty Ltd`),
      },
      { name: 'wrong.csv', mimeType: 'text/csv', buffer: Buffer.from(`${header}\n,Nobody`) },
    ];
    await page.locator('input[type=file]').setInputFiles(files);
    const right = page.getByRole('listitem', { name: 'right.csv' });
    await right.getByText(/nothing wrong/).waitFor();
    await on.reads(page);
    await right.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Save as CSV' }).waitFor();
    await on.shows(page, 'import-export');
    await page.getByRole('button', { name: 'Repair wrong.csv here' }).click();
    await page.getByRole('textbox', { name: /^Right value/ }).waitFor();
    await on.reads(page);
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await page.getByText('Drop files here').waitFor();
  });

  chapter('Investment options', async (on) => {
    const page = await pageOf('staff');
    // Wide enough for the changes beside the dates.
    await page.setViewportSize({ width: 1320, height: 900 });
    await page.goto('/staff/investmentOptions');
    await page.getByText('Choose a platform and a data date first').waitFor();
    await on.reads(page);
    const option = page.getByRole('listbox').getByRole('option').first();
    await chooseIn(page.getByRole('combobox', { name: /^Platform/ }), 'tallow', option);
    await page.getByRole('textbox', { name: /^Data date/ }).fill('31/12/2026');
    const exported = await page.evaluate(async () => (await fetch('/api/assets?platformId=TWR')).text());
    // The list in use without its date and its first option, with another growth exposure and one option more.
    const [header, , ...lines] = exported
      .replaceAll(/,\d{4}-\d\d-\d\d,/g, ',,')
      .trimEnd()
      .split('\r\n');
    const changed = lines.join('\r\n').replace(/,,[\d.]+,/, ',,17,');
    const added = ['TWR', 'TWGIN', 'Tallowood Global Infrastructure', '', '', '80', 'No', 'Yes'];
    const blanks = header!.split(',').slice(added.length).fill('');
    const file = [header, changed, [...added, ...blanks].join(',')].join('\r\n');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'assets_tallowood.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
    await page.getByRole('button', { name: 'Take this file' }).waitFor();
    await on.shows(page, 'investment-options');
    await page.getByRole('button', { name: 'Leave as it is' }).click();
    await page.setViewportSize(desk);
  });

  chapter('ASFA figures', async (on) => {
    const page = await pageOf('staff');
    await page.setViewportSize({ width: 1320, height: 740 });
    await page.goto('/staff/importExport');
    await page.getByRole('link', { name: 'Load new figures' }).waitFor();
    await on.reads(page);
    await page.getByRole('link', { name: 'Load new figures' }).click();
    await region(page, 'Documents').waitFor();
    const input = page.locator('input[type=file]');
    for (const [name, pages] of [
      ['Budgets-March-2026.pdf', [budgetsPage]],
      ['Lump-sums-March-2026.pdf', [[], lumpSumsPage]],
    ] as const) {
      await input.setInputFiles({ name, mimeType: 'application/pdf', buffer: pdfOf(pages) });
      await page.getByRole('button', { name: `Remove ${name}` }).waitFor();
    }
    await page.getByRole('textbox', { name: /^Valid from/ }).fill('01/04/2026');
    await page.getByRole('button', { name: /^Lump sums at 67: Comfortable, single, page 2/ }).click();
    await page.getByText(/^Saving changes /).waitFor();
    await on.shows(page, 'asfa-figures');
    await page.getByRole('button', { name: 'hosts of the list' }).click();
    await page.getByRole('dialog', { name: 'Hosts of documents' }).waitFor();
    await on.reads(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Sets saved before/ }).click();
    await page.getByRole('dialog', { name: 'Sets saved before' }).waitFor();
    await on.reads(page);
    await page.keyboard.press('Escape');
    await page.setViewportSize(desk);
  });

  chapter('Corrections', async (on) => {
    const page = await pageOf('admin');
    await page.goto(`/staff/corrections?plan=${plan}`);
    await region(page, 'Imported months').getByRole('button', { name: 'Withdraw' }).first().waitFor();
    await on.shows(page, 'corrections');
    const erasing = region(page, 'Erase a member');
    const option = page.getByRole('listbox').getByRole('option').first();
    await chooseIn(erasing.getByRole('combobox', { name: 'Member' }), 'smith', option);
    await erasing.getByRole('button', { name: 'Erase' }).click();
    await page.getByRole('button', { name: 'Erase for good' }).waitFor();
    await on.reads(page);
    await page.keyboard.press('Escape');
  });

  chapter('Providers', async (on) => {
    const page = await pageOf('admin');
    await page.goto('/staff/providers');
    await page.getByRole('row').nth(1).waitFor();
    await on.reads(page);
    const file = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(LOGO, 'base64') };
    await page.locator('input[type=file]').first().setInputFiles(file);
    await page.getByRole('button', { name: /^Remove the logo/ }).waitFor();
    await on.reads(page);
    await page.getByRole('button', { name: /^Remove the logo/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('has no logo any more.').waitFor();
  });

  chapter('OneCentral imports', async (on) => {
    const page = await pageOf('staff');
    await page.goto('/staff/onecentralImports');
    await page.getByRole('radio', { name: 'Select Kestrel list (final).csv' }).click();
    await page.getByText('Unknown: cannot be queued').waitFor();
    await page.getByText('No errors in this file').waitFor();
    await on.reads(page);
    await page.getByRole('button', { name: 'Edit expectations' }).click();
    await page
      .getByRole('dialog')
      .getByLabel(/^Table/)
      .waitFor();
    await on.reads(page);
    await page.keyboard.press('Escape');
    const wrong = region(page, 'Files').getByRole('row', { name: /campaigns_202609\.csv/ });
    await wrong.getByText(/One error; none of the file was taken\./).waitFor();
    await wrong.getByRole('radio').click();
    await page.getByRole('cell', { name: /^There is no plan NOWHERE/ }).waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
    await on.shows(
      page,
      'onecentral-imports',
      region(page, 'What is expected'),
      region(page, 'Files'),
      region(page, 'Error Logs'),
    );
    await page.setViewportSize(desk);
  });

  chapter('Security', async (on) => {
    const page = await pageOf('admin');
    await page.goto('/staff/security');
    await page.getByRole('button', { name: 'Edit' }).first().waitFor();
    await page.getByRole('button', { name: 'Save the rule' }).waitFor();
    await on.shows(page, 'security');
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByRole('menuitem', { name: 'User', exact: true }).waitFor();
    await on.reads(page);
    await page.keyboard.press('Escape');
  });

  chapter('Access tokens', async (on) => {
    const page = await pageOf('admin');
    await page.goto('/staff/access-tokens');
    await page.getByRole('button', { name: 'Register an application' }).waitFor();
    await on.shows(page, 'access-tokens');
  });

  chapter('Who may see what', async (on) => {
    const page = await pageOf('admin');
    await page.goto('/audit/access');
    await page.getByRole('button', { name: 'Save as CSV' }).waitFor();
    // Changes of roles stand in a table of their own, once there are any.
    await region(page, 'Accounts').getByRole('table').waitFor();
    await on.shows(page, 'who-may-see');
  });

  chapter('OneCentral activity', async (on) => {
    const staff = await pageOf('staff');
    await staff.goto('/staff/onecentralActivity');
    await staff
      .getByRole('button', { name: /: actions$/ })
      .first()
      .waitFor();
    await on.reads(staff);
    const auditor = await pageOf('auditor');
    await auditor.goto('/staff/onecentralActivity');
    const sessions = auditor.getByRole('button', { name: /: actions$/ });
    await sessions.last().click();
    await on.shows(auditor, 'onecentral-activity');
  });
}

/** The chapters about the Policy Committee Report. */
export function committeeChapters(chapter: Chapter): void {
  chapter('Policy committee report', async (on) => {
    const page = await pageOf('staff');
    await page.goto(`/policyCommitteeReport?planId=${plan}`);
    await page.locator('html[data-page=ready]').waitFor({ state: 'attached' });
    await on.shows(page, 'policy-committee-report', region(page, 'Page S1: Dashboard'));
    await on.shows(page, 'policy-committee-report-asfa', region(page, 'Page 7: ASFA balance'));
  });

  chapter('PCR templates', async (on) => {
    const page = await pageOf('staff');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/staff/pcrTemplates');
    await page.getByRole('combobox', { name: /^Platform/ }).pressSequentially('tal');
    await page.getByRole('option').first().click();
    await page.getByRole('button', { name: 'New template', exact: true }).click();
    await page.getByRole('button', { name: 'Save template' }).click();
    await page.getByRole('treeitem', { name: /^DEFAULT.*platform/ }).click();
    await page.getByRole('region', { name: 'Changes' }).waitFor();
    await on.reads(page);
    await page.keyboard.press('ArrowRight');
    await page
      .getByRole('treeitem', { name: /Matters for the committee/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Section', exact: true }).click();
    await page.getByLabel(/^Name/).fill('What we did');
    await page.getByRole('button', { name: 'Save section' }).click();
    await page.getByRole('treeitem', { name: /^What we did/ }).waitFor();
    await page.getByRole('button', { name: 'Item', exact: true }).click();
    await page.getByLabel(/^Text/).fill('Two seminars, with 143 members there.');
    await page.getByRole('button', { name: 'Save item' }).click();
    await page.getByRole('treeitem', { name: /Two seminars/ }).waitFor();
    await region(page, 'Preview').getByText('Two seminars, with 143 members there.').waitFor();
    await page.getByText('Item 1 added').waitFor();
    await on.shows(page, 'pcr-templates', region(page, 'Templates'), region(page, 'Editor'), region(page, 'Preview'));
    // The other chapters read of the usual report.
    await page.getByRole('treeitem', { name: /^DEFAULT.*platform/ }).click();
    await page.getByRole('button', { name: 'Delete DEFAULT' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('DEFAULT is deleted.').waitFor();
    await page.setViewportSize(desk);
  });
}

/** The chapter about exports for Salesforce. */
/** A comparison with Salesforce that found a difference. */
const differing = ((): SalesforceReconciliations => {
  const counts = { ours: 2, theirs: 1, missing: 1, unsent: 0, extra: 0, toDelete: 0 };
  const at = '2026-11-21T19:00:00.000Z';
  const workId = '0b8f6a3e-3f2b-4c62-9d6e-1f0a8a5b2001';
  const done = { workId, requestedAt: at, endedAt: at, state: 'done', askedBy: 'The portal', reason: null } as const;
  const group = { providerId: 'TALLOWOOD', provider: 'Tallowood', object: 'contacts', crmObject: 'Contact' } as const;
  return {
    host: 'fund.my.salesforce.example',
    next: at,
    running: null,
    last: {
      ...done,
      totals: counts,
      groups: [{ ...group, ...counts }],
      isPartial: false,
      hasIds: true,
      sentBy: null,
    },
    history: [],
  };
})();

export function salesforceChapters(chapter: Chapter): void {
  chapter('Salesforce exports', async (on) => {
    const page = await pageOf('admin');
    await page.goto('/staff/salesforceExports');
    await page.getByRole('button', { name: 'New Batch Job' }).click();
    await page.getByText(/^About [\d,]+ records$/).waitFor();
    await on.reads(page);
    // The days of the current month may have no records, right after a month has ended.
    await page.getByRole('radio', { name: /^Previous month included/ }).check();
    await page.getByRole('switch', { name: /^Force new run/ }).click();
    await page.getByRole('button', { name: 'Start batch' }).click();
    const started = page.getByText(/^Batch \d+ is started\.$/);
    await started.waitFor();
    // Other batches may be listed, of days without any records.
    const [number] = /\d+/.exec(await started.innerText())!;
    const box = page.getByRole('checkbox', { name: `Batch ${number}`, exact: true });
    await page
      .getByRole('row', { name: /(?<!Job)Complete/ })
      .filter({ has: box })
      .waitFor();
    await box.click();
    await page
      .getByRole('row', { name: /In a file/ })
      .first()
      .waitFor();
    await on.shows(page, 'salesforce-exports');
    // This portal has no Salesforce to compare with.
    await page.route('**/api/salesforce/reconciliations', (route) => route.fulfill({ json: differing }));
    await page.reload();
    await page.getByRole('button', { name: 'Show the ids that differ' }).waitFor();
    await on.reads(page);
  });
}
