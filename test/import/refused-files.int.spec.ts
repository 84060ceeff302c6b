import { ImportFile } from '@superscope/api/csv/import-file.slice';
import type { Principal } from '@superscope/api/platform/access/principal';
import { problemOf } from '@superscope/api/platform/http/problem.filter';
import { CommandBus } from '@nestjs/cqrs';
import { memberStream, recordMember } from '@superscope/domain/member/member';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byTest } from '../harness/sample-plan.js';
import { csv, Importing } from './importing.js';
import { fundToMembers, smallFund } from './small-fund.js';

let importing: Importing;
beforeAll(async () => {
  importing = await Importing.startWith(fundToMembers);
});
afterAll(() => importing.stop());

async function* bytesOf(text: string) {
  yield Buffer.from(text);
}

const spools = () => importing.engines.mongo.db('files').collection('imports.files').countDocuments();

describe('keys that look the same', () => {
  const member = (...rows: string[]) => csv('platformId,memberId,planId,companyId,surname', ...rows);
  const numbers = async () => {
    const members = importing.engines.mongo.db('views').collection('members');
    const found = await members.find({ platformId: 'EAST', planId: 'EAST.P1' }).toArray();
    return found.map(({ _id, memberNumber }) => [String(memberNumber), String(_id)] as const);
  };
  const errorsOf = async (file: string) => {
    const { body } = await importing.upload(file, '?dryRun=true');
    return body.errors?.map(({ line, column, message }) => `${line} ${column} ${message}`) ?? body.rows;
  };

  it('are one: nothing that cannot be seen makes another person, plan, employer or option', async () => {
    await importing.derived();
    const before = await numbers();
    await importing.import(
      member(
        'EA\u200bST,\ufeff001,P1\u00a0,C\u00ad1,O\u2060\u2019Hara',
        'EAST,00\u200b2\ufe0f,\u200eP1,C1,\u202dDvor\u030ca\u0301k\u202c',
      ),
      '?platformId=EAST%E2%80%8B',
    );
    await importing.derived();
    expect(await numbers()).toEqual(before);
    const { body } = await importing.admin.request('/api/plans/EAST.P1%E2%80%8B/members?name=dvorak');
    expect(body).toMatchObject([{ memberNumber: '002', name: 'Dvo\u0159\u00e1k, Ben' }]);
    expect(await errorsOf(member('EAST,003,P1,C1,', 'EAST,0\u200b03,P1,C1,'))).toEqual([
      '3 memberId Lines 2 and 3 have the same memberId.',
    ]);
    expect(await errorsOf(member('EAST,\u200b\u2060,P1,C1,'))).toEqual(['2 memberId A value is required.']);
  });

  it('are refused in two forms, by column, value and the other one', async () => {
    const looksLike = 'is stored. Write it in that form.';
    await importing.import(member('EAST,M\u20191,P1,C1,Curly'));
    await importing.derived();
    expect(await errorsOf(member('EAST,M\u20191,P1,C1,Curly', "EAST,M'1,P1,C1,Straight"))).toEqual([
      `3 memberId M'1 looks the same as M\u2019‹U+2019›1, which ${looksLike}`,
    ]);
    const asked = csv('platformId,memberId,at,reason', 'EAST,M\u02bc1,2024-06-03,insurance');
    expect(await errorsOf(asked)).toEqual([
      `2 memberId M\u02bc‹U+02BC›1 looks the same as M\u2019‹U+2019›1, which ${looksLike}`,
    ]);
    expect(await errorsOf(member('EAST,N-1,P1,C1,', 'EAST,N\u20131,P1,C1,'))).toEqual([
      '3 memberId Lines 2 and 3 have the same memberId.',
    ]);
    const assets = (...codes: string[]) =>
      csv('platformId,assetCode,name,dataDate', ...codes.map((code) => `EAST,${code},Option,2024-06-30`));
    await importing.import(assets('BAL-1', 'O\u2019N'));
    await importing.derived();
    expect(await errorsOf(assets('BAL\u200b-1', 'BAL-1'))).toEqual([
      '3 assetCode Lines 2 and 3 have the same platformId, dataDate and assetCode.',
    ]);
    const held = (...codes: string[]) =>
      csv(
        'platformId,planId,memberId,assetCode,asAt,balance',
        ...codes.map((code) => `EAST,P1,001,${code},2024-05-31,1`),
      );
    expect(await errorsOf(held('BAL\u20131', "O'N"))).toEqual([
      `2 assetCode BAL\u2013‹U+2013›1 looks the same as BAL-1, which ${looksLike}`,
      `3 assetCode O'N looks the same as O\u2019‹U+2019›N, which ${looksLike}`,
    ]);
    expect(await errorsOf(held('BAL-1', 'O\u2019N'))).toBe(2);
  });

  it('of a member whom an earlier release stored otherwise name them in the stored form alone', async () => {
    const { store, identity } = importing.engines;
    const written = '10\u200b77';
    const memberId = identity.memberIdOf('EAST', written);
    const [[, known]] = (await numbers()) as [readonly [string, string]];
    const details = (await store.load(memberStream, known)).state.details!;
    const stored = { ...details, memberId, personal: { ...details.personal, memberNumber: written } };
    await store.transact(memberStream, memberId, recordMember(stored, '2024-07-01'), byTest());
    await importing.derived();

    await importing.import(member(`EAST,${written},P1,C1,Renamed`));
    await importing.derived();
    expect((await numbers()).filter(([number]) => /^10.?77$/u.test(number))).toEqual([[written, memberId]]);
    const message = 'looks the same as 10‹U+200B›77, which is stored. Write it in that form.';
    for (const [number, spelled] of [
      ['1077', '1077'],
      ['10\u206077', '10‹U+2060›77'],
    ])
      expect(await errorsOf(member(`EAST,${number},P1,C1,`))).toEqual([`2 memberId ${spelled} ${message}`]);
    const exported = await importing.export('members', '?platformId=EAST&planId=P1');
    expect((await importing.upload(exported, '?dryRun=true&platformId=EAST')).body.rows).toBe((await numbers()).length);
  });
});

describe('a file with invalid lines', () => {
  it('writes nothing, and every error has its line and column', async () => {
    const [before, spooled] = [await importing.events(), await spools()];
    const { status, body } = await importing.upload(
      csv(
        'platformId,planId,memberId,asAt,salary,nominationLapsing',
        'EAST,P1,001,2024-06-30,100.00,Yes',
        'EAST,P1,001,2024-06-29,100.001,Perhaps',
        'EAST,P1,999,2024-06-30,1,',
        'EAST,P1,003,2024-06-30,1,',
        'EAST,P9,001,2024-06-30,1,',
        'EAST,P1,001,30/06/2024,2,',
        'EAST,P1,002,2024-06-30',
        'NORTH,P1,002,2024-06-30,1,',
        ',P1,002,2024-06-30,1,',
      ),
    );
    expect(status).toBe(400);
    expect(body.errorCount).toBe(body.errors!.length);
    expect(body.errors).toEqual([
      { line: 3, column: 'asAt', message: "The date must be a month's last day." },
      { line: 3, column: 'salary', message: expect.stringMatching(/two decimals/) },
      { line: 3, column: 'nominationLapsing', message: 'Write Yes or No.' },
      {
        line: 4,
        column: 'memberId',
        message: 'There is no such member. Import the member first, or correct the number.',
      },
      { line: 5, column: 'memberId', message: 'This member does not belong to this plan, now or before.' },
      {
        line: 6,
        column: 'planId',
        message: 'There is no plan P9 on this platform. Import it first, or correct the id.',
      },
      { line: 7, column: 'memberId', message: 'Lines 2 and 7 have the same planId, asAt and memberId.' },
      { line: 8, column: null, message: expect.stringMatching(/^This line has 4 cells, the header has 6\./) },
      { line: 9, column: 'platformId', message: 'There is no platform NORTH. Import it first, or correct the id.' },
      { line: 10, column: 'planId', message: expect.stringMatching(/say which with platformId/) },
    ]);
    expect(await importing.events()).toEqual(before);
    expect(await spools()).toBe(spooled);
  });

  const errors = async (header: string, ...lines: string[]) =>
    (await importing.upload(csv(header, ...lines))).body.errors?.map(({ line, column, message }) => [
      line,
      column,
      message,
    ]);

  it('is refused for values that no rule uses', async () => {
    expect(
      await errors(
        'kind,birthYearOrAge,gender,amount,validFrom',
        'PEER,20,,9500,2024-07-01',
        'PEER,25,Male,0,2024-07-01',
        'ASFA,500,,1000,2024-07-01',
        'PEER,1980,Male,1000,2024-07-01',
      ),
    ).toEqual([
      [2, 'gender', 'A peer average is that of men or of women.'],
      [3, 'amount', 'A peer average is more than 0.'],
      [4, 'birthYearOrAge', 'Write an age, or a year of birth.'],
      [5, 'birthYearOrAge', 'Write an age of at most 120.'],
    ]);
    // A value is named where it cannot be about a person.
    expect(await errors('kind,birthYearOrAge,gender,amount,validFrom', 'PEER,20,Male,"1,50",2024-07-32')).toEqual([
      [
        2,
        'amount',
        "Write dollars with at most two decimals, without $. Commas may stand between thousands only, like 1,234.50. The cell has '1,50'.",
      ],
      [2, 'validFrom', "Write a date that exists as yyyy-MM-dd or dd/MM/yyyy. The cell has '2024-07-32'."],
    ]);
    expect(await errors('platformId,planId,memberId,asAt,salary', 'EAST,P1,001,2024-06-30,"1,50"')).toEqual([
      [
        2,
        'salary',
        'Write dollars with at most two decimals, without $. Commas may stand between thousands only, like 1,234.50.',
      ],
    ]);
    const names = ['sgRatePercent ', 'deathNeedMultiple:20', 'retirementStandard.pensionSingle', 'sgRate', 'toString'];
    const values = [11, 9, 29_024, 1, 1];
    const parameters = names.map((name, i) => `${name},${values[i]},2024-07-01`);
    expect(await errors('name,value,validFrom', ...parameters, 'sgRatePercent,12,2024-07-01')).toEqual([
      [5, 'name', 'No rule uses a super parameter of this name.'],
      [6, 'name', 'No rule uses a super parameter of this name.'],
      [7, 'validFrom', 'Lines 2 and 7 have the same name and validFrom.'],
    ]);
    expect(await errors('name,value,validFrom', 'sgRatePercent,0.12,2024-07-01')).toEqual([
      [2, 'value', 'sgRatePercent is from 1 to 25 (percent).'],
    ]);
    expect(await errors('platformId,planId,memberId,asAt,riskProfileName', 'EAST,P1,001,2024-06-30,Bold')).toEqual([
      [2, 'riskProfileName', 'Write one of: Cash, Cautious, Conservative, Moderate, Assertive, Aggressive.'],
    ]);
    const notes = `EAST,001,InvestmentAdviceImplemented,2024-06-01,${'x'.repeat(151)}`;
    expect(await errors('platformId,memberId,eventType,effectiveDate,notes', notes)).toEqual([
      [2, 'notes', expect.stringContaining('150')],
    ]);
    const formulas = ['50000', '3 x salary', '15% x salary x years to 65', '15% x salary', '3 x salary x years to 65'];
    const categories = formulas.map((formula, i) => `EAST,P1,K${i},Staff,${formula}`);
    expect(await errors('platformId,planId,categoryId,name,deathFormula', ...categories)).toEqual(
      [5, 6].map((line) => [line, 'deathFormula', expect.stringContaining('15% x salary x years to 65')]),
    );
  });

  it('with fees that cannot be charged names the lines', async () => {
    const header = 'platformId,group,name,inDollars,amount,minDollars,maxDollars,tierFrom,tierTo,validFrom';
    const fees = (...lines: string[]) =>
      errors(header, ...lines.map((line) => `EAST,INVESTMENT,Fee,No,${line},2026-07-01`));
    const between = 'A tier begins where the one before it ends.';
    expect(await fees('0.5,,,0,60000', '0.3,,,50000,')).toEqual([
      [3, 'tierFrom', `The tiers of this fee overlap between lines 2 and 3. ${between}`],
    ]);
    expect(await fees('0.5,,,0,50000', '0.3,,,60000,')).toEqual([
      [3, 'tierFrom', `The tiers of this fee leave a gap between lines 2 and 3. ${between}`],
    ]);
    expect(await fees('75,500,100,50000,10000')).toEqual([
      [2, 'amount', expect.stringContaining('at most 10 percent')],
      [2, 'maxDollars', 'The maximum is below the minimum.'],
      [2, 'tierTo', 'The tier ends where it begins, or before.'],
    ]);
    expect(await errors(`assetCode,${header}`, 'NOSUCH,EAST,INVESTMENT,Fee,No,0.5,,,,,2026-07-01')).toEqual([
      [2, 'assetCode', 'There is no investment option NOSUCH on this platform. Import it first, or correct the code.'],
    ]);
  });

  it('with two rates for one age, or rates beyond the cover, names the lines', async () => {
    const header =
      'platformId,planId,coverType,gender,ageNextBirthday,waitDays,benefitPeriod,ratePerThousand,validFrom';
    const rates = (...lines: string[]) => errors(header, ...lines.map((line) => `EAST,P1,${line},2026-07-01`));
    expect(await rates('SCI,Male,30,90,2 years,1.5', 'SCI,Male,30,90,2 Years,9.9')).toEqual([
      [3, 'ageNextBirthday', 'Lines 2 and 3 have a rate for the same cover, gender, age, wait and benefit period.'],
    ]);
    expect(await rates('Death,Male,30,,,1500')).toEqual([
      [2, 'ratePerThousand', "The most is 200. The cell has '1500'."],
    ]);
    expect(await errors('platformId,planId,occupationGroup,coverType,factor', 'EAST,P1,Standard,Death,65')).toEqual([
      [2, 'factor', "The most is 10. The cell has '65'."],
    ]);
  });

  it('returns the first 1,000 errors and counts all', async () => {
    const lines = Array.from({ length: 1_500 }, (_, i) => `N${i},Nowhere,,PX`);
    const { status, body } = await importing.upload(csv('platformId,name,shortName,providerId', ...lines));
    expect(status).toBe(400);
    expect(body.errors).toHaveLength(1_000);
    expect(body.errorCount).toBe(1_500);
  });

  it('without plan or platform must name the platform of its members when there are several', async () => {
    const file = csv('memberId,eventType,effectiveDate', '002,SignedIn,2024-06-01');
    const say = 'There are several platforms: say which one, as a column or in the query.';
    expect((await importing.upload(file, '?dryRun')).body.errors).toEqual([
      { line: 2, column: 'platformId', message: say },
    ]);
    for (const query of ['?dryRun&platformId=EAST', '?dryRun&planId=EAST.P1'])
      expect((await importing.upload(file, query)).status).toBe(200);
    expect(await checkedBy('EAST.P1')(file)).toMatchObject({ rows: 1 });
  });

  it('must belong to the chosen plan, even if only its campaign determines the plan', async () => {
    await importing.import(csv('campaignId,planId,campaignType,name,runDate', 'K5,P2,email,Hello,2024-06-01'));
    const file = csv('campaignId,memberId,step,at', 'K5,003,Sent,2024-06-01T00:00:00Z');
    const { body } = await importing.upload(file, '?dryRun&planId=EAST.P1');
    expect(body.errors).toEqual([
      { line: 2, column: 'campaignId', message: 'This line belongs to another plan than the chosen one.' },
    ]);
    expect((await importing.upload(file, '?dryRun&planId=EAST.P2')).status).toBe(200);
  });

  it('must name an employer and a category of the plan', async () => {
    const { body } = await importing.upload(
      csv('platformId,memberId,planId,companyId,categoryId', 'EAST,010,P1,C2,A', 'EAST,011,P1,C1,B', 'EAST,012,P1,C9,'),
    );
    expect(body.errors!.map((error) => [error.line, error.column])).toEqual([
      [2, 'companyId'],
      [3, 'categoryId'],
      [4, 'companyId'],
    ]);
  });

  it('is refused for tax file numbers, text that is not UTF-8, or a truncated end', async () => {
    const tfn = await importing.upload(csv('memberId,planId,companyId,TFN', '1,P2,C2,123456782'));
    expect(tfn.body.errors![0]).toMatchObject({ line: 1, message: expect.stringMatching(/never accepted/) });
    expect(JSON.stringify(tfn.body)).not.toContain('123456782');
    const latin1 = Buffer.concat([Buffer.from('providerId,name\nPR9,Zo'), Buffer.of(0xeb, 0x0a)]);
    expect((await importing.upload(latin1)).body.errors![0]).toMatchObject({ line: 2 });
    expect((await importing.upload('providerId,name\nPR9,"Half')).body.errors![0]).toMatchObject({ line: 2 });
    expect((await importing.upload('providerId,name\n')).status).toBe(400);
  });

  it('identifies one person regardless of the padding of their number', async () => {
    const padded = csv('platformId,memberId,planId,companyId', 'EAST,"002 ",P1,C1', 'EAST, 002,P1,C1');
    expect((await importing.upload(padded, '?dryRun')).body.errors).toEqual([
      { line: 3, column: 'memberId', message: 'Lines 2 and 3 have the same memberId.' },
    ]);
  });

  it('accepts only ids in the query that would be valid in a line', async () => {
    const before = await importing.events();
    const file = csv('platformId,planId,name,startDate', 'EAST,,Nameless,2020-01-01');
    for (const planId of ['../x', 'a b', 'P-%00', 'EAST.', 'EAST.P1.x'])
      expect((await importing.upload(file, `?table=plans&planId=${planId}`)).status).toBe(400);
    const platform = csv('platformId,name,providerId', ',Nameless,PR1');
    expect((await importing.upload(platform, '?table=platforms&platformId=a/b')).status).toBe(400);
    expect(await importing.events()).toEqual(before);
  });

  it('must be a CSV file', async () => {
    const form = new FormData();
    form.append('file', new Blob(['x'], { type: 'application/pdf' }), 'fund.pdf');
    const { status, body } = await importing.staff.request('/api/csv/import', { method: 'POST', body: form });
    expect(status).toBe(400);
    expect(body.message).toBe(
      "File: 'fund.pdf' type: 'application/pdf' did not pass: '.csv or text/csv' validation constraint",
    );
  });

  it('must be the only file: of two, none is imported', async () => {
    const [before, spooled] = [await importing.events(), await spools()];
    const form = new FormData();
    for (const provider of ['PR8', 'PR9'])
      form.append('file', new Blob([csv('providerId,name', `${provider},New`)], { type: 'text/csv' }), 'f.csv');
    const { status, body } = await importing.staff.request('/api/csv/import', { method: 'POST', body: form });
    expect([status, body.message]).toEqual([400, 'Send one file at a time: nothing was imported.']);
    expect(await importing.events()).toEqual(before);
    expect(await spools()).toBe(spooled);
  });
});

describe('a file that a spreadsheet saved', () => {
  const header = 'memberId,planId,companyId,surname,joinDate,platformId';
  const line = 'Y1,P1,C1,Case,2025-07-01,EAST';
  const dry = (text: string, query = '?dryRun') => importing.upload(text, query);

  it('is read without the empty columns at its end', async () => {
    for (const file of [
      csv(`${header},`, `${line},`),
      csv(`${header},,,`, `${line},,,`),
      csv(`${header},,,`, line),
      csv(header, `${line},,,`),
      csv(`,${header},,`, `,${line},,`),
    ])
      expect(await dry(file)).toMatchObject({ status: 200, body: { table: 'members', rows: 1 } });
  });

  it('is refused for a column without a name that has values, by its letter and the first line with one', async () => {
    const { status, body } = await dry(
      csv(`${header},,`, `${line},,`, `${line.replace('Y1', 'Y2')},,x`, `${line.replace('Y1', 'Y3')},,y`),
    );
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      {
        line: 3,
        column: 'H',
        message:
          'Column H has no name in the header, but line 3 has a value in it. Give the column a name, or delete it.',
      },
    ]);
    expect((await dry(csv(header, `${line},x`))).body.errors).toEqual([
      {
        line: 2,
        column: null,
        message: expect.stringMatching(/has 7 cells, the header has 6\. Put texts that contain a comma/),
      },
    ]);
  });

  it.each([';', '\t', '|'])('is read with its columns separated by %j', async (separator) => {
    const file = csv(header, line).replaceAll(',', separator);
    expect(await dry(file)).toMatchObject({ status: 200, body: { table: 'members', rows: 1 } });
    expect(await dry(`sep=${separator}\r\n${file}`)).toMatchObject({ status: 200 });
  });

  it('is refused with what to do if its header has two separators', async () => {
    expect((await dry(csv('providerId,name;abn', 'PR7,New;'))).body.errors).toEqual([
      { line: 1, column: null, message: expect.stringMatching(/commas and semicolons\. Save the file as CSV/) },
    ]);
  });

  it('is refused by line for what is left of numbers, in every table', async () => {
    const files: [file: string, column: string][] = [
      [csv('platformId,memberId,planId,companyId', 'EAST,4.00123E+11,P1,C1'), 'memberId'],
      [csv('platformId,memberId,planId,companyId,surname', 'EAST,010,P1,C1,#REF!'), 'surname'],
      [csv('platformId,memberId,planId,companyId,login', "EAST,010,P1,C1,'00123"), 'login'],
      [csv('platformId,memberId,planId,companyId,categoryId', 'EAST,010,P1,C1,#N/A'), 'categoryId'],
      [csv('platformId,assetCode,name,dataDate', 'EAST,1E+15,Balanced,2024-06-30'), 'assetCode'],
      [csv('planId,occupationGroup,coverType,factor', 'P2,#VALUE!,Death,1'), 'occupationGroup'],
      [csv('platformId,memberId,eventType,effectiveDate,notes', 'EAST,002,SignedIn,2024-06-01,#NAME?'), 'notes'],
      [csv('providerId,name', '####,New'), 'providerId'],
    ];
    for (const [file, column] of files)
      expect((await dry(file)).body.errors).toEqual([
        { line: 2, column, message: expect.stringContaining('Format the column as text') },
      ]);
  });

  it('is refused for a date of birth that stands for an unknown one, or does not fit the join date', async () => {
    const births = ['01/01/1900', '2016-01-02', '2016-01-01', '', '1/07/1986'];
    const file = csv(
      'platformId,memberId,planId,companyId,joinDate,dateOfBirth',
      ...births.map((birth, i) => `EAST,B${i},P1,C1,2026-01-01,${birth}`),
    );
    const message = expect.stringContaining('leave it blank if it is not known') as string;
    expect((await dry(file)).body.errors).toEqual([2, 3].map((line) => ({ line, column: 'dateOfBirth', message })));
  });

  it('is refused for a tax file number in any text, which the answer does not repeat', async () => {
    const files = [
      csv('platformId,memberId,eventType,effectiveDate,notes', 'EAST,002,SignedIn,2024-06-01,TFN 123 456 782 by phone'),
      csv('platformId,memberId,planId,companyId,accountType', 'EAST,010,P1,C1,tax file number: 123456782'),
      csv('platformId,campaignId,planId,campaignType,name,runDate', 'EAST,K9,P1,email,TFN-123456782,2024-06-01'),
    ];
    for (const file of files) {
      const { status, body } = await dry(file);
      expect([status, body.errors![0]!.message]).toEqual([
        400,
        expect.stringMatching(/^Tax file numbers are never accepted/),
      ]);
      expect(JSON.stringify(body).replaceAll(/\D/g, '')).not.toContain('123456782');
    }
    const named = await importing.upload(
      csv('providerId,name', 'PR7,New'),
      '?dryRun',
      importing.staff,
      'TFN 123 456 782.csv',
    );
    expect([named.status, JSON.stringify(named.body).includes('782')]).toEqual([400, false]);
    for (const notes of ['TFN provided', 'Reference 123456789'])
      expect(
        (await dry(csv('platformId,memberId,eventType,effectiveDate,notes', `EAST,002,SignedIn,2024-06-01,${notes}`)))
          .status,
      ).toBe(200);
  });
});

describe('several files that are checked together', () => {
  const provider = { name: 'providers.csv', csv: csv('providerId,name', 'PR20,Drop Advice') };
  const platform = { name: 'platforms.csv', csv: csv('platformId,name,providerId', 'DROP,Drop,PR20') };
  const plan = { name: 'plans.csv', csv: csv('planId,platformId,name,startDate', 'D1,DROP,Drop Plan,2020-01-01') };
  const category = { name: 'categories.csv', csv: csv('categoryId,planId,name,platformId', 'A,D1,Staff,DROP') };
  const company = { name: 'companies.csv', csv: csv('companyId,planId,name,platformId', 'CD,D1,Drop Employer,DROP') };
  const members = {
    name: 'members.csv',
    csv: csv('memberId,planId,companyId,categoryId,platformId', '1,D1,CD,A,DROP', '2,D1,CD,,DROP'),
  };
  const campaign = {
    name: 'campaigns.csv',
    csv: csv('campaignId,planId,campaignType,name,runDate,platformId', 'KD,D1,email,Drop,2024-06-01,DROP'),
  };
  const opened = { name: 'opened.csv', csv: csv('campaignId,memberId,step,at', 'KD,2,Sent,2024-06-01T00:00:00Z') };
  const snapshots = {
    name: 'snapshots.csv',
    csv: csv('planId,memberId,asAt,platformId', 'D1,1,2024-06-30,DROP', 'D1,2,2024-06-30,DROP'),
  };
  const all = [provider, platform, plan, category, company, members, campaign, opened, snapshots];

  it('know the rows of the files before them, and nothing is written', async () => {
    const before = await importing.events();
    const { status, files } = await importing.check(all);
    expect(status).toBe(200);
    expect(files.map(({ fileName, refusal, answer }) => [fileName, refusal, answer?.rows])).toEqual(
      all.map(({ name, csv: text }) => [name, null, text.trimEnd().split('\r\n').length - 1]),
    );
    expect(await importing.events()).toEqual(before);
    // Alone, nothing of it is known.
    expect((await importing.upload(snapshots.csv, '?dryRun')).status).toBe(400);
  });

  it('know the investment options of the files before them, which fees name', async () => {
    const options = {
      name: 'options.csv',
      csv: csv('platformId,assetCode,name,dataDate', 'EAST,NEWEST,Newest,2026-07-01'),
    };
    const fees = {
      name: 'fees.csv',
      csv: csv(
        'platformId,assetCode,group,name,inDollars,amount,tierFrom,tierTo,validFrom',
        'EAST,NEWEST,INVESTMENT,Fee,No,0.5,,50000,2026-07-01',
        'EAST,NEWEST,INVESTMENT,Fee,No,0.3,50000,,2026-07-01',
      ),
    };
    expect((await importing.check([options, fees])).files.map(({ refusal }) => refusal)).toEqual([null, null]);
    expect((await importing.check([fees])).files[0]!.refusal!.errors.map(({ column }) => column)).toEqual([
      'assetCode',
      'assetCode',
    ]);
  });

  it('each have their own errors, also those that only a file before them could prevent', async () => {
    const { files } = await importing.check([
      {
        name: 'members.csv',
        csv: csv('memberId,planId,companyId,joinDate,platformId', '60,P1,C1,2024-13-01,EAST', '61,P1,C1,,EAST'),
      },
      {
        name: 'snapshots.csv',
        csv: csv('planId,memberId,asAt,platformId', 'P1,61,2024-06-30,EAST', 'P1,62,2024-06-30,EAST'),
      },
      { name: 'nothing.csv', csv: 'no,header\r\n1,2\r\n' },
      { name: 'providers.csv', csv: csv('providerId,name', 'PR7,New') },
    ]);
    expect(files.map(({ refusal }) => refusal?.errors.map(({ line, column }) => [line, column]) ?? null)).toEqual([
      [[2, 'joinDate']],
      [[3, 'memberId']],
      [[1, null]],
      null,
    ]);
    expect(files.map(({ refusal }) => /A file before it is not right either/.test(refusal?.message ?? ''))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('can be of a table that their field names, and must be CSV files', async () => {
    const ambiguous = { name: 'f.csv', csv: csv('providerId,name', 'PR7,New'), field: 'providers' };
    expect((await importing.check([ambiguous], '?platformId=EAST')).files[0]).toMatchObject({
      answer: { table: 'providers' },
    });
    expect(await importing.check([{ ...ambiguous, field: 'nonsense' }])).toMatchObject({ status: 400 });
    expect(await importing.check([])).toMatchObject({ status: 400 });
    const form = new FormData();
    form.append('file', new Blob(['x'], { type: 'application/pdf' }), 'fund.pdf');
    expect((await importing.staff.request('/api/csv/check', { method: 'POST', body: form })).status).toBe(400);
    const many = Array.from({ length: 51 }, () => ambiguous);
    expect(await importing.check(many)).toMatchObject({
      status: 400,
      message: 'At most 50 files are checked together.',
    });
  });

  it('are then imported one by one', async () => {
    for (const file of all) await importing.import(file.csv);
    expect((await importing.check(all)).files.every(({ refusal }) => refusal === null)).toBe(true);
  });
});

describe('a dry run', () => {
  it('ignores lines whose cells are all empty', async () => {
    const file = csv('providerId,name', 'PR7,New', ',', ' ,', '');
    expect(await importing.upload(file, '?dryRun=true')).toMatchObject({ status: 200, body: { rows: 1 } });
    expect((await importing.upload(csv('providerId,name', ','), '?dryRun=true')).status).toBe(400);
  });

  it('checks a file and writes nothing', async () => {
    const none = { erasedRows: 0, uncountedRows: 0, uncounted: { left: [], notJoined: [] } };
    const effect = expect.objectContaining({ fresh: 1, changed: 0, unchanged: 0, questionCount: 0 }) as unknown;
    const before = await importing.events();
    const file = csv('providerId,name', 'PR7,New');
    expect(await importing.upload(file, '?dryRun=true')).toEqual(
      expect.objectContaining({ status: 200, body: { importId: null, table: 'providers', rows: 1, ...none, effect } }),
    );
    expect((await importing.upload(csv('providerId,name', ',New'), '?dryRun=true')).status).toBe(400);
    expect(await importing.events()).toEqual(before);
  });
});

/** The result of a dry run by an application with these plans. */
const checkedBy =
  (...planIds: string[]) =>
  async (file: string) => {
    const principal: Principal = {
      userId: 'app',
      username: 'app',
      name: null,
      role: 'Application',
      scope: { kind: 'plans', planIds: new Set(planIds) },
    };
    const request = { table: null, platformId: null, planId: null, dryRun: true };
    const command = new ImportFile({ ...request, fileName: 'f.csv', bytes: bytesOf(file) }, principal, byTest());
    return importing.api.app.get(CommandBus).execute(command).catch(problemOf);
  };

describe('importing', () => {
  it('is allowed to Staff and Admins, who also see the progress of every import', async () => {
    const { importId } = await importing.import(smallFund['providers']!);
    expect((await importing.admin.request(`/api/csv/imports/${importId}`)).status).toBe(200);
    const rep = importing.api.client();
    await rep.signIn('companyrep');
    expect((await importing.upload(smallFund['providers']!, '', rep)).status).toBe(403);
    expect((await rep.request(`/api/csv/imports/${importId}`)).status).toBe(403);
    const { body } = await importing.upload(smallFund['providers']!, '', importing.admin);
    await importing.ended(body.importId!, importing.admin);
    expect((await importing.staff.request(`/api/csv/imports/${body.importId}`)).status).toBe(200);
    expect((await importing.upload(smallFund['providers']!, '', importing.api.client())).status).toBe(401);
  });

  it('is allowed to an application for its own plans only', async () => {
    const check = checkedBy('EAST.P1');
    const header = 'platformId,planId,memberId,asAt';
    expect(await check(csv(header, 'EAST,P1,001,2024-06-30'))).toMatchObject({ rows: 1 });
    expect(await check(csv(header, 'EAST,P1,001,2024-06-30', 'EAST,P2,003,2024-06-30'))).toMatchObject({
      status: 400,
      body: {
        errors: [
          {
            line: 3,
            column: 'planId',
            message: 'There is no plan P2 on this platform. Import it first, or correct the id.',
          },
        ],
      },
    });
    // A member of another plan gives the same error as a missing one.
    expect(await check(csv('platformId,memberId,at,reason', 'EAST,003,2024-06-03,insurance'))).toMatchObject({
      body: {
        errors: [
          {
            line: 2,
            column: 'memberId',
            message: 'There is no such member. Import the member first, or correct the number.',
          },
        ],
      },
    });
    expect(await check(smallFund['benchmarks']!)).toMatchObject({ status: 403 });
  });

  it('cannot take over records of another plan, even cancelled ones', async () => {
    await importing.import(csv('campaignId,planId,campaignType,name,runDate', 'K1,P2,email,Hello,2024-06-01'));
    await importing.derived();
    const check = checkedBy('EAST.P1');
    const refused = (column: string) => ({
      status: 400,
      body: { errors: [{ line: 2, column, message: 'This id is taken.' }] },
    });
    const company = csv('platformId,companyId,planId,name', 'EAST,C2,P1,Taken over');
    const campaign = csv('platformId,campaignId,planId,campaignType,name,runDate', 'EAST,K1,P1,email,Taken,2024-06-01');
    expect(await check(company)).toMatchObject(refused('companyId'));
    expect(await check(campaign)).toMatchObject(refused('campaignId'));
    await importing.admin.post('/api/campaigns/EAST.K1/cancel', {});
    await importing.derived();
    expect(await check(campaign)).toMatchObject(refused('campaignId'));
    expect(await checkedBy('EAST.P1', 'EAST.P2')(campaign)).toMatchObject({ rows: 1 });
  });

  it('about a member who left the plan is limited to data of that plan', async () => {
    const moved = csv('platformId,memberId,planId,companyId', 'EAST,050,P1,C1');
    await importing.import(moved);
    const memberId = importing.engines.identity.memberIdOf('EAST', '050');
    const to = { planId: 'EAST.P2', companyId: 'EAST.C2', on: '2024-07-01' };
    await importing.admin.post(`/api/members/${memberId}/move`, to);
    await importing.derived();
    const check = checkedBy('EAST.P1');
    expect(await check(csv('platformId,planId,memberId,asAt', 'EAST,P1,050,2024-06-30'))).toMatchObject({ rows: 1 });
    for (const [file, message] of [
      [moved, 'You do not have access to this member.'],
      [
        csv('platformId,memberId,at,reason', 'EAST,050,2024-06-03,insurance'),
        'There is no such member. Import the member first, or correct the number.',
      ],
    ])
      expect(await check(file!)).toMatchObject({ body: { errors: [{ line: 2, column: 'memberId', message }] } });
  });

  it('is supported by a list of the tables and their columns', async () => {
    const { body } = await importing.staff.request('/api/csv/tables');
    expect(body).toContainEqual(
      expect.objectContaining({ table: 'assetsOwned', key: ['planId', 'asAt', 'memberId', 'assetCode'] }),
    );
  });
});
