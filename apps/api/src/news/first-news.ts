import type { NewsFile } from '@superscope/contracts/read-models/news';

/** The news items until somebody replaces them. They are general information only. */
export const firstNews: NewsFile['items'] = [
  {
    topic: 'Contributions',
    date: '2026-11-12',
    title: 'The concessional cap is $32,500 this financial year',
    summary: 'What it means for members who salary sacrifice, and how to see who is close to the cap before June.',
    body: [
      'Employer contributions and salary sacrifice count towards one yearly cap. For the financial year to 30 June 2027 it is $32,500, up from $30,000 the year before.',
      'Members who set their salary sacrifice by the old cap may have room for more. Members with a pay rise may be closer to it than they think, because the employer’s own contributions rise with their pay.',
      'The card “Approaching concessional cap” counts members who have used at least four fifths of it, or will pass nine tenths by June at the pace so far. It never names anybody; members see their own position when they sign in to their account.',
    ],
  },
  {
    topic: 'For payroll',
    date: '2026-10-29',
    title: 'Paying super with every pay run',
    summary: 'Contributions must now reach the fund within seven business days. A short checklist for payroll teams.',
    body: [
      'Since July 2026 super is paid with wages instead of by the quarter. A contribution is on time when the fund has it within seven business days of payday; new starters have longer.',
      'Before each run, check that every member’s fund details are complete, that rejected payments of the last run were sent again, and that your clearing house forwards within the time that is left.',
      'The Australian Taxation Office publishes the rules in full. This page is a reminder and not advice.',
    ],
  },
  {
    topic: 'Members',
    date: '2026-10-06',
    title: 'Three minutes to a valid beneficiary nomination',
    summary: 'Share this guide with your people: who can be nominated, who can witness, and when a nomination lapses.',
    body: [
      'A binding nomination tells the trustee who receives a member’s super. It names dependants or the member’s estate, and is signed before two adult witnesses who are not named in it.',
      'Many binding nominations lapse after three years. One that has lapsed guides the trustee but no longer binds it, and counts as expired on this dashboard.',
      'The quickest campaign we know: ten minutes at the end of a team meeting, with forms on the table and colleagues as witnesses.',
    ],
  },
  {
    topic: 'Insurance',
    date: '2026-08-18',
    title: 'What “on target” means for life insurance',
    summary: 'How cover and balance are held against what a member’s household would need, and what to do about a gap.',
    body: [
      'A member’s need is a multiple of salary that falls with age, because there are fewer working years left to replace. Cover and balance together are held against it.',
      'Under eight tenths of the need counts as under insured; cover alone above one and a half times counts as over insured, since its premiums use up savings.',
      'Members can check their own position with the insurance indicator in their account.',
    ],
  },
];
