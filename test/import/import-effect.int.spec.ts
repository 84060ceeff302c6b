import type { ImportEffect } from '@superscope/contracts/import-effect';
import { byTest } from '../harness/sample-plan.js';
import { insuranceRatesStream } from '@superscope/domain/published-table/published-rows';
import { publishTable, type TableRow } from '@superscope/domain/published-table/published-table';
import { acceptedImport } from '@superscope/api/csv/run/accepted-import';
import { addDays, addMonths, sydneyDate } from '@superscope/domain/calendar-dates';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csv, Importing } from './importing.js';
import { smallFund } from './small-fund.js';
import { runLocalTool } from '../backup/run-local-tool.js';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testPassword } from '../harness/api-server.js';

let importing: Importing;
beforeAll(async () => {
  importing = await Importing.startWith(Object.values(smallFund));
  await importing.derived();
});
afterAll(() => importing.stop());

/** What a dry run says that a file would change. */
async function effectOf(file: string, query = ''): Promise<ImportEffect> {
  const { status, body } = await importing.upload(file, `?dryRun=true${query}`);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.effect!;
}

const fees = (...rows: string[]) =>
  csv('platformId,assetCode,group,name,inDollars,amount,minDollars,maxDollars,tierFrom,tierTo,validFrom', ...rows);
const standingFees = [
  'EAST,,ADMIN,Administration,Yes,78,,,,,2023-07-01',
  'EAST,BAL,INVESTMENT,Investment,No,0.6,,750.55,0,50000,2023-07-01',
];
const parameters = (...rows: string[]) => csv('name,value,validFrom', ...rows);

describe('a dry run of a table that is published whole', () => {
  it('says what is new, changes, stays and leaves, whatever case a key is written in', async () => {
    const effect = await effectOf(
      fees('EAST,,ADMIN,administration,Yes,80,,,,,2024-07-01', 'EAST,CASH,INVESTMENT,Cash,No,0.1,,,,,2024-07-01'),
    );
    expect(effect).toMatchObject({ fresh: 1, changed: 1, unchanged: 0, leaving: 1, comparedWith: ['2023-07-01'] });
    expect(effect.leavers).toEqual(['EAST, BAL, INVESTMENT, Investment, 0']);
    expect(effect.largest).toMatchObject([{ line: 2, column: 'amount', was: 78, becomes: 80, others: 1 }]);
    expect(effect.figures).toMatchObject([{ name: 'Rows', last: 2, now: 2 }]);
  });

  it('counts every column of an investment option: its name, and a return that becomes blank', async () => {
    const header =
      'platformId,assetCode,name,description,dataDate,growthPercent,isLifecycle,isChoice,return1yr,return3yr,return5yr';
    const effect = await effectOf(
      csv(
        header,
        'EAST,BAL,Balanced,"A ""mixed"" option",2024-07-31,70,No,Yes,8.25,,6',
        'EAST,CASH,Cash enhanced,,2024-07-31,0,No,Yes,,,',
      ),
    );
    expect(effect).toMatchObject({ fresh: 0, changed: 2, unchanged: 0, questionCount: 0 });
    expect(effect.columns).toEqual([
      { column: 'return3yr', changed: 1, cleared: 1 },
      { column: 'name', changed: 1, cleared: 0 },
    ]);
  });

  it('refuses a performance test without its year, and a year without a test, by line', async () => {
    const file = csv(
      'platformId,assetCode,name,dataDate,performanceTest,performanceTestYear,riskLabel',
      'EAST,A,A,2024-07-31,Passed,,medium TO high',
      'EAST,B,B,2024-07-31,,2024,',
      'EAST,C,C,2024-07-31,Not tested,,Very high',
      'EAST,D,D,2024-07-31,failed,2023,',
      'EAST,E,E,2024-07-31,Failed,2025,',
      'EAST,F,F,2024-07-31,Maybe,2024,Risky',
    );
    const { status, body } = await importing.upload(file, '?dryRun=true');
    expect([status, body.errors!.map(({ line, column }) => [line, column])]).toEqual([
      400,
      [
        [2, 'performanceTestYear'],
        [3, 'performanceTest'],
        [6, 'performanceTestYear'],
        [7, 'riskLabel'],
        [7, 'performanceTest'],
      ],
    ]);
  });

  it('refuses one code of an option in two cases', async () => {
    const file = csv(
      'platformId,assetCode,name,dataDate',
      'EAST,GROW,Growth,2024-07-31',
      'EAST,Grow,Growth,2024-07-31',
    );
    const { status, body } = await importing.upload(file, '?dryRun=true');
    expect([status, body.errors]).toMatchObject([400, [{ line: 3, column: 'assetCode' }]]);
  });

  it('refuses a code in another case than it is stored in, of which there would be no fees and holdings', async () => {
    const message = 'bal is in another case than BAL, which is stored. Write it in that form.';
    for (const file of [
      csv('platformId,assetCode,name,dataDate', 'EAST,bal,Balanced,2024-07-31'),
      fees('EAST,bal,INVESTMENT,Investment,No,0.6,,,,,2024-07-01'),
      csv('planId,memberId,assetCode,asAt,balance', 'P2,003,bal,2024-06-30,0.10'),
    ])
      expect((await importing.upload(file, '?dryRun=true')).body.errors).toMatchObject([{ line: 2, message }]);
  });

  it('says of the same file that everything stays', async () => {
    expect(await effectOf(smallFund['fees']!)).toMatchObject({ fresh: 0, changed: 0, unchanged: 2, leaving: 0 });
  });
});

describe('a table of fees or covers', () => {
  const categories = (...rows: string[]) =>
    csv(
      'categoryId,planId,name,active,deathFormula,tpdFormula,sciPercent,deathTpdAal,sciAal,sciWaitDays,sciBenefitPeriod,platformId',
      ...rows,
    );
  const asked = ({ questions }: ImportEffect) => questions.map(({ message }) => message);

  it('is asked about where a fee turns from percent to dollars, or a tier ends elsewhere', async () => {
    const [administration, investment] = standingFees.map((fee) => fee.replace('2023', '2024')) as [string, string];
    expect(asked(await effectOf(fees(administration, investment.replace(',No,0.6,', ',Yes,0.6,'))))).toEqual([
      'EAST, BAL, INVESTMENT, Investment, 0: inDollars changes from No to Yes.',
    ]);
    expect(asked(await effectOf(fees(administration, investment.replace('50000', '500000'))))).toEqual([
      'EAST, BAL, INVESTMENT, Investment, 0: tierTo changes by more than half, from 50,000 to 500,000.',
    ]);
  });

  it('is asked about where a category’s cover or limit changes by more than half', async () => {
    const file = categories('A,P1,Staff,Yes,9 x salary,15% x salary x years to 65,75,7500000.00,10000,90,2 years,EAST');
    expect(asked(await effectOf(file))).toEqual([
      'EAST.P1, A: deathFormula changes by more than half, from 3 x salary to 9 x salary.',
      'EAST.P1, A: deathTpdAal changes by more than half, from 750,000 to 7,500,000.',
    ]);
  });

  it('has no cover out of its range', async () => {
    const file = categories('A,P1,Staff,Yes,300 x salary,15% x salary x years to 15,75,750000,10000,90,2 years,EAST');
    const { status, body } = await importing.upload(file, '?dryRun=true');
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([
      { line: 2, column: 'deathFormula', message: 'A cover is at most 30 x salary.' },
      { line: 2, column: 'tpdFormula' },
    ]);
  });
});

describe('a table of premium rates', () => {
  const rates = (...rows: string[]) =>
    csv('planId,coverType,gender,ageNextBirthday,waitDays,benefitPeriod,ratePerThousand,validFrom,platformId', ...rows);

  it('from before tables said that they are interpolated is asked about, when a file of its form would end it', async () => {
    const { store } = importing.engines;
    const of = { importId: randomUUID(), ownerId: 'EAST.P2', validFrom: '2023-07-01', digest: 'old form' };
    const stored = (ageNextBirthday: number, ratePerThousand: number): TableRow => ({
      coverType: 'Death',
      gender: 'Male',
      ageNextBirthday,
      ratePerThousand,
    });
    const rows = [stored(25, 0.458), stored(35, 0.614)];
    await store.transact(insuranceRatesStream, 'EAST.P2', publishTable('InsuranceRatesPublished', of, rows), byTest());
    await importing.derived();
    const file = rates('P2,Death,Male,25,,,.458,2024-07-01,EAST', 'P2,Death,Male,35,,,.614,2024-07-01,EAST');
    const { changed, questions } = await effectOf(file);
    expect(changed).toBe(2);
    expect(questions).toHaveLength(2);
    for (const { message } of questions) expect(message).toContain('interpolated changes from Yes to No');
    // What the export gives is the same table again.
    const exported = await importing.export('insuranceRates', '?platformId=EAST&planId=P2');
    expect(await effectOf(exported)).toMatchObject({ changed: 0, unchanged: 2, questionCount: 0 });
  });
});

describe('a dry run of members', () => {
  const members = (...rows: string[]) =>
    csv('memberId,platformId,planId,companyId,surname,givenName,dateOfBirth,exitDate', ...rows);
  const messages = ({ notes }: ImportEffect) => notes.map(({ line, message }) => `${line} ${message}`);

  it('says who is new, changes, leaves, or is not named, and keeps names to itself', async () => {
    const effect = await effectOf(
      members('001,EAST,P1,C1,Ohara,Amy,1980-02-29,2024-05-31', 'X77,EAST,P1,C1,New,Nora,1991-01-01,'),
    );
    expect(effect).toMatchObject({ fresh: 1, changed: 1, unchanged: 0, leaving: 1, absent: 1, notes: [] });
    expect(effect.leavers).toEqual(['001']);
    expect(JSON.stringify(effect)).not.toMatch(/hara|Amy/i);
    expect(effect.figures).toMatchObject([{ name: 'Rows' }, { name: 'Members', last: 2, now: 2 }]);
  });

  it('says of a file that repeats what is stored that everything stays, and finds a change made by hand since', async () => {
    const header = 'platformId,planId,companyId,memberId,surname,givenName,dateOfBirth,addressState';
    const file = csv(header, `EAST,P1,C1,001,O'Hara,Amy,1980-02-29,NSW`, 'EAST,P1,C1,002,=Ben,Ben,1990-05-05,VIC');
    expect(await effectOf(file)).toMatchObject({ fresh: 0, changed: 0, unchanged: 2 });
    await importing.import(csv(header, 'EAST,P1,C1,002,=Ben,Ben,1990-05-05,WA'));
    expect(await effectOf(file)).toMatchObject({ changed: 1, unchanged: 1, largest: [{ column: 'addressState' }] });
    await importing.import(file);
    expect(await effectOf(file)).toMatchObject({ changed: 0, unchanged: 2 });
  });

  it('names a new number that differs from a stored one only in how it is written, if name or birth date are the same', async () => {
    for (const [number, difference] of [
      ['1', 'leading zeros'],
      ['OO1', 'letters that look alike'],
      ['00l', 'letters that look alike'],
      ['００１', 'width and signs'],
    ])
      expect(messages(await effectOf(members(`${number},EAST,P1,C1,"O'Hara",Amy,1980-02-29,`)))).toEqual([
        `2 This member would be new, but the number differs from the stored 001 only in ${difference}, and the name and birth date are the same.`,
      ]);
    expect(messages(await effectOf(members('1,EAST,P1,C1,Else,Somebody,1980-02-29,')))[0]).toMatch(
      /the birth date is the same/,
    );
    expect(messages(await effectOf(members('1,EAST,P1,C1,Else,Somebody,1990-01-01,')))).toEqual([]);
    // The same number on another platform is another person's.
    expect(messages(await effectOf(members('2,WEST,P1,C1,=Ben,Ben,1990-05-05,')))).toEqual([]);
  });

  it('names two new lines of one person, and a number that a spreadsheet may have shortened', async () => {
    const effect = await effectOf(
      members(
        'A0042,EAST,P1,C1,Quist,Mara,1977-03-04,',
        'a42,EAST,P1,C1,Quist,Mara,,',
        '7704018266040000,EAST,P1,C1,Hale,Tobias,,',
      ),
    );
    expect(messages(effect)).toEqual([
      '3 Lines 2 and 3 differ only in leading zeros, and have the same name.',
      expect.stringMatching(/^4 This new number has 15 digits or more and ends in zeros\./),
    ]);
    expect(effect.noteCount).toBe(2);
  });

  it('says so of every file that is checked with others', async () => {
    const { files } = await importing.check([
      { name: 'plans.csv', csv: csv('planId,platformId,name,startDate', 'P7,EAST,Seventh Plan,2020-01-01') },
      { name: 'memberCategories.csv', csv: csv('categoryId,planId,name,platformId', 'Z,P7,Staff,EAST') },
    ]);
    expect(files.map(({ answer }) => answer?.effect)).toMatchObject([
      { fresh: 1, notes: [] },
      { fresh: 1, notes: [] },
    ]);
  });
});

describe('a dry run of figures at a month’s end', () => {
  const header = 'platformId,planId,memberId,asAt,salary,totalAssetsOwned';

  it('compares each member with the plan’s last month, and the figures beside it', async () => {
    const effect = await effectOf(csv(header, 'EAST,P1,001,2024-07-31,90000.50,150000'));
    expect(effect).toMatchObject({ fresh: 0, changed: 1, unchanged: 0, leaving: 0, comparedWith: ['2024-06'] });
    expect(effect.largest).toMatchObject([
      { line: 2, row: '001', column: 'totalAssetsOwned', unit: 'dollars', was: 121_000, becomes: 150_000 },
    ]);
    expect(effect.figures).toEqual([
      { name: 'Members', unit: 'count', last: 1, now: 1, usual: null, isOutside: false },
      { name: 'Balances together', unit: 'dollars', last: 121_000, now: 150_000, usual: null, isOutside: false },
      { name: 'Average balance', unit: 'dollars', last: 121_000, now: 150_000, usual: null, isOutside: false },
    ]);
  });

  it('compares a month that is replaced with itself, and says who would no longer be there', async () => {
    const effect = await effectOf(csv(header, 'EAST,P1,001,2024-05-31,90000.50,120000.07'));
    expect(effect).toMatchObject({ changed: 1, leaving: 1, leavers: ['002'], comparedWith: ['2024-05'] });
    expect(await effectOf(smallFund['memberSnapshots']!)).toMatchObject({ changed: 0, unchanged: 4, leaving: 0 });
    expect(await effectOf(smallFund['assetsOwned']!)).toMatchObject({ changed: 0, unchanged: 2, leaving: 0 });
  });

  it('is told as what is there changes meanwhile', async () => {
    const july = csv(header, 'EAST,P2,003,2024-07-31,60000,5000');
    expect(await effectOf(july)).toMatchObject({ changed: 1, comparedWith: ['2024-06'] });
    await importing.import(july);
    await importing.derived();
    expect(await effectOf(july)).toMatchObject({ changed: 0, unchanged: 1, comparedWith: ['2024-07'] });
  });

  it('says what is outside the usual range of the months before', async () => {
    const month = (asAt: string, balance: number) => csv(header, `EAST,P2,003,${asAt},60000,${balance}`);
    for (const [asAt, balance] of [
      ['2024-08-31', 5050],
      ['2024-09-30', 5100],
      ['2024-10-31', 5150],
      ['2024-11-30', 5210],
    ] as const)
      await importing.import(month(asAt, balance));
    await importing.derived();
    const outside = ({ figures }: ImportEffect) => figures.filter(({ isOutside }) => isOutside).map(({ name }) => name);
    expect(outside(await effectOf(month('2024-12-31', 5260)))).toEqual([]);
    expect(outside(await effectOf(month('2024-12-31', 52_600)))).toEqual(['Balances together', 'Average balance']);
  });
});

describe('a day more than a year ahead', () => {
  const today = sydneyDate(new Date());
  const options = (day: string) =>
    csv(
      'platformId,assetCode,name,description,dataDate,growthPercent,isLifecycle,isChoice,return1yr,return3yr,return5yr',
      `EAST,BAL,Balanced,,${day},70,No,Yes,8.25,,6`,
      `EAST,CASH,Cash,,${day},0,No,Yes,,,`,
    );
  const messagesOf = async (file: string) => (await effectOf(file)).questions.map(({ message }) => message);

  it('is asked about once for a table, with its first line, before anything is imported', async () => {
    expect(await messagesOf(options(addMonths(today, 12)))).toEqual([]);
    const day = addDays(addMonths(today, 12), 1);
    const message = `Investment options of EAST would be valid from ${day.split('-').reverse().join('/')} only, more than a year ahead.`;
    const before = await importing.events();
    const asked = await importing.upload(options(day));
    expect(asked).toMatchObject({
      status: 409,
      body: {
        message: `${message} Nothing was imported.`,
        questions: [{ line: 2, row: 'EAST', column: 'dataDate', was: null, becomes: day, message }],
        questionCount: 1,
      },
    });
    expect(await importing.events()).toEqual(before);
    // Another day is another question, which the first answer does not confirm.
    expect((await importing.upload(options(addDays(day, 1)), `?confirmed=${asked.body.confirm}`)).status).toBe(409);
    expect((await importing.upload(options(day), `?confirmed=${asked.body.confirm}`)).status).toBe(202);
  });

  it('is asked about once of each table, set and super parameter, and imported once it is confirmed', async () => {
    const year = Number(today.slice(0, 4)) + 2;
    const benchmarks = csv(
      'kind,birthYearOrAge,gender,amount,validFrom',
      `PEER,44,Female,82000,${year}-07-01`,
      `PEER,45,Male,91000,${year}-07-01`,
      `ASFA,1967,,410000,${year}-07-01`,
      `ASFA,1968,,400000,${year}-07-02`,
    );
    const files = [
      fees(`EAST,,ADMIN,Administration,Yes,78,,,,,${year}-07-01`),
      parameters(
        `retirementStandard.pensionSingle,30000,${year}-07-01`,
        `retirementStandard.pensionCouple,45000,${year}-07-01`,
        `planToAge,92,${year}-07-01`,
        `planToAge,93,${year + 1}-07-01`,
      ),
      benchmarks,
    ];
    const messages = [];
    for (const file of files) messages.push(...(await messagesOf(file)));
    expect(messages.filter((message) => message.includes('more than a year ahead'))).toEqual(
      [
        `Fees of EAST would be valid from 01/07/${year}`,
        `ASFA’s figures would be valid from 01/07/${year}`,
        `planToAge would be valid from 01/07/${year}`,
        `planToAge would be valid from 01/07/${year + 1}`,
        `Benchmarks of PEER would be valid from 01/07/${year}`,
        `Benchmarks of ASFA would be valid from 01/07/${year}`,
        `Benchmarks of ASFA would be valid from 02/07/${year}`,
      ].map((start) => `${start} only, more than a year ahead.`),
    );
    const before = await importing.events();
    expect((await importing.upload(benchmarks)).status).toBe(409);
    expect(await importing.events()).toEqual(before);
    await importing.import(benchmarks, '?confirmed=true');
    // Up to a year ahead nothing is asked.
    const near = (file: string) => file.replaceAll(new RegExp(`${year}-07-0[12]`, 'g'), addMonths(today, 12));
    expect(await messagesOf(near(benchmarks))).toEqual([]);
    expect(await messagesOf(parameters(`planToAge,92,${addMonths(today, 12)}`))).toEqual([]);
  });
});

describe('a value that changes by more than half', () => {
  const accepted = async (importId: string) => (await acceptedImport(importing.engines.store, importId))!.accepted;

  it('is asked about first, with what it was, and imported once it is confirmed', async () => {
    const file = fees(
      standingFees[0]!.replace('78', '780').replace('2023', '2024'),
      standingFees[1]!.replace('2023', '2024'),
    );
    expect(await effectOf(file)).toMatchObject({ changed: 1, questionCount: 1 });
    const before = await importing.events();
    const asked = await importing.upload(file);
    expect(asked).toMatchObject({
      status: 409,
      body: {
        message: 'EAST, ADMIN, Administration: amount changes by more than half, from 78 to 780. Nothing was imported.',
        questions: [{ line: 2, column: 'amount', was: 78, becomes: 780 }],
        questionCount: 1,
      },
    });
    expect(await importing.events()).toEqual(before);
    expect((await importing.upload(file, '?confirmed=false')).status).toBe(409);
    const { importId } = await importing.import(file, `?confirmed=${asked.body.confirm}`);
    expect(await accepted(importId)).toMatchObject({ confirmed: 1 });
    // It is in force now, so it is asked no more, and going back is.
    expect((await importing.upload(file)).status).toBe(202);
    await importing.derived();
    expect((await importing.upload(file.replace('780', '78'))).status).toBe(409);
  });

  it('is asked about again if another value is in force by then, by its code and by `true`', async () => {
    const file = parameters('sgRatePercent,3,2025-07-01');
    const asked = await importing.upload(file);
    expect(asked.body.message).toBe(
      'sgRatePercent of 2025-07-01: value changes by more than half, from 10 to 3. Nothing was imported.',
    );
    await importing.import(parameters('sgRatePercent,11,2024-07-01'));
    const another = await importing.upload(file, '?confirmed=true');
    expect(another.status).toBe(409);
    expect(another.body.message).toMatch(/^What stands has changed since you were asked, .* from 11 to 3\./);
    expect((await importing.upload(file, `?confirmed=${asked.body.confirm}`)).status).toBe(409);
    // What was shown last is confirmed.
    await importing.import(file, '?confirmed=true');
  });

  it('is confirmed by `true` after the question, and by another user on their own', async () => {
    const file = parameters('concessionalCap,100000,2026-07-01');
    await importing.import(parameters('concessionalCap,30000,2025-07-01'));
    expect((await importing.upload(file)).status).toBe(409);
    const { importId } = await importing.import(file, '?confirmed=true', importing.admin);
    expect((await accepted(importId)).confirmedBy).toBe((await accepted(importId)).startedBy);
  });

  it('is not one where nothing was in force before, and is one that becomes nothing', async () => {
    expect(await effectOf(parameters('sgRatePercent,3,1993-07-01'))).toMatchObject({ questionCount: 0 });
    const factors = csv('planId,occupationGroup,coverType,factor', 'P2,standard,Death,1.5');
    const { questions } = await effectOf(factors);
    expect(questions.map(({ line, row, was, becomes }) => [line, row, was, becomes])).toEqual([
      [null, 'EAST.P2, High risk, TPD', 3.5, null],
    ]);
  });
});

describe('a file that was checked before somebody else imported rows of its table', () => {
  const header = 'platformId,planId,memberId,asAt,salary,totalAssetsOwned';
  const month = (planId: string, balance: number, memberId = '002') =>
    csv(header, `EAST,${planId},${memberId},2025-03-31,60000,${balance}`);
  const asOf = ({ asOf: turn }: ImportEffect) => `?asOf=${turn}`;

  it('is refused, since it would change other rows than it said, and taken once it is checked again', async () => {
    const file = month('P1', 50_500);
    const first = await effectOf(file);
    expect(first.comparedWith).not.toContain('2025-03');
    await importing.import(month('P1', 51_000), '', importing.admin);
    await importing.derived();
    const before = await importing.events();
    expect(await importing.upload(file, asOf(first))).toMatchObject({
      status: 409,
      body: {
        message: expect.stringMatching(/^Somebody else has imported member snapshots since this file was checked/),
        isOutdated: true,
      },
    });
    expect(await importing.events()).toEqual(before);
    const again = await effectOf(file);
    expect(again).toMatchObject({ changed: 1, comparedWith: ['2025-03'] });
    await importing.import(file, asOf(again));
  });

  it('is taken where the other file is of another plan, or by the same person', async () => {
    const file = month('P1', 52_000);
    const { asOf: turn } = await effectOf(file);
    await importing.import(month('P2', 5_300, '003'), '', importing.admin);
    await importing.import(month('P1', 51_500));
    await importing.import(file, `?asOf=${turn}`);
  });

  it('is refused where the other file is of several plans, or of tables that no plan has', async () => {
    const file = month('P1', 53_000);
    const first = await effectOf(file);
    const both = `${month('P1', 53_000)}EAST,P2,003,2025-03-31,60000,5300\r\n`;
    await importing.import(both, '', importing.admin);
    expect((await importing.upload(file, asOf(first))).body.isOutdated).toBe(true);
    const parameter = parameters('retirementAge,67,2025-07-01');
    const checked = await effectOf(parameter);
    await importing.import(parameters('retirementAge,66,2024-07-01'), '', importing.admin);
    expect((await importing.upload(parameter, asOf(checked))).body.isOutdated).toBe(true);
  });

  it('is asked about again by `confirmed=true` if what its dry run asked is no longer all', async () => {
    const file = parameters('planToAge,95,2025-07-01', 'wageGrowthPercent,3,2025-07-01');
    await importing.import(parameters('planToAge,92,2024-07-01', 'wageGrowthPercent,3,2024-07-01'));
    expect(await effectOf(file)).toMatchObject({ questionCount: 0 });
    await importing.import(parameters('wageGrowthPercent,8,2024-12-01'), '?confirmed=true', importing.admin);
    expect((await importing.upload(file, '?confirmed=true')).status).toBe(409);
    await importing.import(file, '?confirmed=true');
  });

  it('must name the dry run by the number that it gave', async () => {
    expect((await importing.upload(month('P1', 1), '?asOf=yesterday')).status).toBe(400);
  });
});

describe('a column that looks as if it were in another unit', () => {
  const header = 'platformId,assetCode,name,dataDate,growthPercent';
  const options = (dataDate: string, times: number) =>
    csv(
      header,
      ...[70, 40, 85, 30, 55].map(
        (percent, at) => `WEST,W${at},Option ${at},${dataDate},${(percent * times).toFixed(2)}`,
      ),
    );

  it('is asked about as fractions', async () => {
    const fractions = options('2024-06-30', 0.01);
    const { status, body } = await importing.upload(fractions);
    expect(status).toBe(409);
    expect(body.message).toMatch(/^No value of growthPercent is above 1, so they look like fractions\./);
    expect(await effectOf(fractions)).toMatchObject({ questionCount: 1 });
    expect((await importing.import(options('2024-06-30', 1))).errorCount).toBe(0);
  });

  it('is asked about by the medians of the last file, also of members', async () => {
    const header = 'memberId,platformId,planId,companyId,surname';
    const numbers = ['701', '702', '703', '704', '705', '706'];
    await importing.import(csv(header, ...numbers.map((number) => `${number},EAST,P1,C1,Name${number}`)));
    await importing.derived();
    const snapshots = (asAt: string, times: number) =>
      csv(
        'platformId,planId,memberId,asAt,salary,totalAssetsOwned',
        ...numbers.map(
          (number) => `EAST,P1,${number},${asAt},${(Number(number) * 100 * times).toFixed(2)},${Number(number) * 300}`,
        ),
      );
    await importing.import(snapshots('2025-01-31', 1));
    await importing.derived();
    expect((await importing.upload(snapshots('2025-02-28', 1.02), '?dryRun=true')).body.effect!.questions).toEqual([]);
    for (const [times, unit] of [
      [100, 'cents'],
      [0.001, 'thousands of dollars'],
      [1 / 12, 'dollars a month'],
    ] as const) {
      const asked = await importing.upload(snapshots('2025-02-28', times));
      expect(asked).toMatchObject({ status: 409, body: { questionCount: 1 } });
      expect(asked.body.message).toContain(`The median of salary is`);
      expect(asked.body.message).toContain(`look like ${unit}.`);
    }
  });
});

describe('the amounts of a file of activities', () => {
  const consolidations = (times: number) =>
    csv(
      'platformId,memberId,eventType,effectiveDate,amount',
      ...[4_000, 12_500, 31_000, 8_200].map(
        (dollars, at) => `EAST,003,ConsolidationImplemented,2025-0${at + 2}-10,${(dollars * times).toFixed(2)}`,
      ),
    );

  it('are asked about in cents, beside those that are recorded', async () => {
    await importing.import(consolidations(1));
    await importing.derived();
    expect(await effectOf(consolidations(1.1).replaceAll('2025-', '2026-'))).toMatchObject({ questionCount: 0 });
    const inCents = consolidations(100).replaceAll('2025-', '2026-');
    expect((await effectOf(inCents)).questions).toMatchObject([
      { line: null, column: 'amount', message: expect.stringMatching(/so its values look like cents\./) },
    ]);
    expect((await importing.upload(inCents)).status).toBe(409);
  });
});

describe('a file whose name says another table than its header', () => {
  const providers = csv('providerId,name', 'PR9,Ninth Advice');
  const notesOf = async (name: string, query = '') => {
    const { body } = await importing.upload(providers, `?dryRun=true${query}`, importing.staff, name);
    return body.effect!.notes.map(({ message }) => message);
  };

  it('is named in the dry run, unless somebody says which table it is', async () => {
    const note = 'The name of the file says fees, but its header is of providers.';
    expect(await notesOf('fees_20260630.csv')).toEqual([note]);
    expect(await notesOf('fees_20260630.csv', '&table=providers')).toEqual([]);
    for (const name of ['providers_20260630.csv', 'feesheet.csv', 'all of it.csv'])
      expect(await notesOf(name)).toEqual([]);
  });
});

describe('npm run import', () => {
  const folder = mkdtempSync(join(tmpdir(), 'import-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const run = async (file: string, ...options: string[]) => {
    const path = join(folder, 'superParameters.csv');
    writeFileSync(path, file);
    const args = ['superParameters', path, '--url', importing.api.url, '--user', 'admin', ...options];
    return runLocalTool(importing.engines, 'import-file.js', args, `SUPERSCOPE_PASSWORD='${testPassword}' exec "$@"`);
  };

  it('says by --dry-run what would change, asks, and imports with --confirm', async () => {
    await importing.import(parameters('wageGrowthPercent,4,2013-07-01'));
    const file = parameters('wageGrowthPercent,9,2014-07-01');
    const question = 'line 2: wageGrowthPercent of 2014-07-01: value changes by more than half, from 4 to 9.';
    const told = await run(file, '--dry-run');
    expect(told.text).toContain(
      '1 rows, nothing wrong. Nothing is written.\nIt would be: 1 new, 0 changed, 0 as they are, 0 leave.',
    );
    expect(told.text).toContain(`To confirm:\n  ${question}`);
    const asked = await run(file);
    expect(asked.code).toBe(1);
    expect(asked.text).toContain(`${question}\nImport it with --confirm if that is meant.`);
    const confirmed = await run(file, '--confirm');
    expect(confirmed).toMatchObject({ code: 0 });
    expect(confirmed.text).toContain(`Confirmed:\n  ${question}`);
    expect(confirmed.text).toContain('1 rows: 1 written');
  });
});
