import { csv } from './importing.js';

/** One file for each table of a small fund, references first. */
export const smallFund: Readonly<Record<string, string>> = {
  providers: csv('providerId,name,abn', 'PR1,Harbour Advice,53 004 085 616'),
  platforms: csv('platformId,name,shortName,providerId', 'EAST,East Platform,East,PR1', 'WEST,West Platform,,PR1'),
  plans: csv(
    'planId,platformId,name,shortName,startDate,superScoreClient,relationshipManager',
    'P1,EAST,First Plan,First,01/07/2015,Yes,Alex Doe',
    'P2,EAST,Second Plan,,2018-03-01,No,',
    'P1,WEST,First in the West,,2019-01-01,,',
  ),
  companies: csv(
    'platformId,companyId,planId,name,abn,industry,active',
    'EAST,C1,P1,"Mills, Doe & Co",,Milling,Yes',
    'EAST,C2,P2,Second Co,,,',
    'WEST,C1,P1,West Co,,,No',
  ),
  memberCategories: csv(
    'categoryId,planId,name,active,deathFormula,tpdFormula,sciPercent,deathTpdAal,sciAal,sciWaitDays,sciBenefitPeriod,platformId',
    'A,P1,Staff,Yes,3 x salary,15% x salary x years to 65,75,750000.00,10000,90,2 years,EAST',
    'B,P2,Everybody,,,,,,,,,EAST',
  ),
  superParameters: csv('name,value,validFrom', 'sgRatePercent,9.5,2015-07-01', 'sgRatePercent,10,2021-07-01'),
  benchmarks: csv(
    'kind,birthYearOrAge,gender,amount,validFrom',
    'PEER,20,Male,9500,2015-07-01',
    'PEER,20,Female,8100,2015-07-01',
    'ASFA,23,,5000.00,2015-07-01',
  ),
  members: csv(
    'memberId,platformId,planId,companyId,categoryId,login,surname,givenName,dateOfBirth,gender,addressState,accountType,occupationalRating,joinDate,exitDate,emailAddress,mobileNumber,taxFileNumberProvided',
    "001,EAST,P1,C1,A,amy,O'Hara,Amy,29/02/1980,Female,NSW,Accumulation,White collar,2016-01-01,,amy@mail.example,+61400000001,Yes",
    '002,EAST,P1,C1,A,ben,"=Ben",Ben,1990-05-05,Male,VIC,Accumulation,Standard,2019-01-01,,,,No',
    '003,EAST,P2,C2,B,,Cho,Kim,1975-11-30,,ACT,,,,,,,',
    '001,WEST,P1,C1,,,West,Una,1985-01-01,Female,WA,,,,,,,',
  ),
  assets: csv(
    'platformId,assetCode,name,description,dataDate,growthPercent,isLifecycle,isChoice,return1yr,return3yr,return5yr',
    'EAST,BAL,Balanced,"A ""mixed"" option",2024-06-30,70,No,Yes,8.25,-1.5,6',
    'EAST,CASH,Cash,,2024-06-30,0,No,Yes,,,',
  ),
  fees: csv(
    'platformId,assetCode,group,name,inDollars,amount,minDollars,maxDollars,tierFrom,tierTo,validFrom',
    'EAST,,ADMIN,Administration,Yes,78,,,,,2023-07-01',
    'EAST,BAL,INVESTMENT,Investment,No,0.6,,750.55,0,50000,2023-07-01',
  ),
  insuranceRates: csv(
    'planId,coverType,gender,ageNextBirthday,waitDays,benefitPeriod,ratePerThousand,interpolated,validFrom,platformId',
    'P1,Death,Male,25,,,.458,Yes,2023-07-01,EAST',
    'P1,Death,Male,35,,,.614,,2023-07-01,EAST',
    'P1,SCI,Male,25,90,2 years,1.5,,2023-07-01,EAST',
  ),
  occupationFactors: csv('planId,occupationGroup,coverType,factor', 'P2,Standard,Death,1', 'P2,High risk,TPD,3.5'),
  coverRules: csv(
    'planId,categoryId,coverType,waitDays,benefitPeriod,fromAge,toAge,ceasesAtAge,defaultFromAge,defaultFromBalance,loadingPercent,validFrom',
    'P2,,Death,,,15,70,75,25,6000,,2023-07-01',
    'P2,B,SCI,90,2 years,15,65,,,,7.5,2023-07-01',
  ),
  providerContacts: csv(
    'providerId,platformId,planId,title,name,email,phone,sequence',
    'PR1,,,Insurance and claims,Sione Vainikolo,sione@harbour.example,02 5550 0156,2',
    'PR1,,,Contributions,Ngoc Anh Tran,,,1',
    'PR1,WEST,P1,Relationship Manager,Una Reed,una@harbour.example,,1',
  ),
  memberSnapshots: csv(
    'platformId,planId,memberId,asAt,salary,totalAssetsOwned,employerContributions,salarySacrifice,personalContributions,fees,insurancePremium,deathCover,tpdCover,sciCover,deathPremium,tpdPremium,sciPremium,riskProfileName,growthExposure,lifecycleInvestment,beneficiaryNominationType,nominationDate,nominationLapsing,lastLogin',
    'EAST,P1,001,2024-05-31,90000.50,120000.07,900,0,0,-1.25,30,400000,400000,,20,10,,Assertive,75.5,No,Binding,2023-01-01,Yes,2024-05-02',
    'EAST,P1,002,2024-05-31,,50000,,,,,,,,,,,,,,,,,,',
    'EAST,P1,001,30/06/2024,90000.50,121000,900,0,0,1.25,30,400000,400000,,20,10,,Assertive,75.5,No,Binding,2023-01-01,Yes,2024-06-02',
    'EAST,P2,003,2024-06-30,0,0,,,,,,0,,,,,,,,Yes,None,,,',
  ),
  assetsOwned: csv('planId,memberId,assetCode,asAt,balance', 'P2,003,BAL,2024-06-30,0.10', 'P2,003,CASH,2024-06-30,-5'),
  campaigns: csv('campaignId,planId,campaignType,name,runDate', 'K1,P2,email,"Hello, again",2024-06-01'),
  campaignEmailEvents: csv(
    'campaignId,memberId,step,at',
    'K1,003,Sent,2024-06-01T00:00:00Z',
    'K1,003,Open Email,2024-06-01 10:30',
  ),
  contactRequests: csv(
    'platformId,memberId,at,reason,status',
    'EAST,003,2024-06-03,insurance,Open',
    'EAST,002,2024-06-03,investment,',
  ),
  memberEvents: csv(
    'platformId,memberId,eventType,effectiveDate,consultant,valid,outcome,amount,fundName,notes',
    'EAST,002,PotentialConsolidationVerified,2024-06-05,Casey Lane,,NO_OTHER_SUPER,,,',
    'EAST,003,ConsolidationImplemented,2024-06-06,,,,1500.10,"Old, Mill","line one\r\nline two"',
    'EAST,003,BeneficiaryNominationValidated,2024-06-06,,Yes,,,,-- fine',
  ),
};

/** The fund's files up to its members, without figures. */
export const fundToMembers: readonly string[] = [
  'providers',
  'platforms',
  'plans',
  'companies',
  'memberCategories',
  'members',
].map((table) => smallFund[table]!);
