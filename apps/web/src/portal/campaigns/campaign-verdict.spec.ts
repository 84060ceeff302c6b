import type { CampaignEffect } from '@superscope/contracts/campaign-effect';
import { describe, expect, it } from 'vitest';
import { campaignVerdict } from './campaign-verdict';

const of = (value: number | null) => ({ value, because: null });
const group = { concerned: of(100), acted: of(10), share: of(10) };
const effect: CampaignEffect = {
  campaignId: 'K1',
  name: 'Nominate a beneficiary',
  runDate: '2026-02-14',
  aim: 'nominatedBeneficiary',
  concerned: 'had nominated nobody',
  acted: 'nominated somebody',
  before: '2026-01',
  after: '2026-05',
  state: 'known',
  recipients: group,
  others: group,
  points: of(3.14),
  low: 1,
  high: 5,
  clear: true,
};

describe('The verdict on a campaign', () => {
  it('is said only where the difference to members who were not contacted is beyond chance', () => {
    expect(campaignVerdict(effect)).toEqual({ is: 'more', text: '3.1 pp more acted' });
    expect(campaignVerdict({ ...effect, points: of(-3.14) })).toEqual({ is: 'fewer', text: '3.1 pp fewer acted' });
  });

  it('keeps the sign of a difference that may be chance', () => {
    expect(campaignVerdict({ ...effect, points: { ...of(-9), rounded: true }, clear: false })).toEqual({
      is: 'unclear',
      text: 'no clear effect: about 9 pp fewer, within the margin',
    });
  });

  it('names what recipients did where the reader needs it', () => {
    expect(campaignVerdict(effect, effect.acted).text).toBe('3.1 pp more nominated somebody');
    expect(campaignVerdict({ ...effect, clear: false }, effect.acted).text).toBe(
      'no clear effect: 3.1 pp more nominated somebody, within the margin',
    );
  });

  it('has no direction where the difference rounds to nothing', () => {
    for (const points of [0, 0.04, -0.04])
      expect(campaignVerdict({ ...effect, points: of(points), clear: false })).toEqual({
        is: 'unclear',
        text: 'no clear effect: no difference',
      });
    const about = { ...of(0), rounded: true as const };
    expect(campaignVerdict({ ...effect, points: about, clear: false }).text).toBe(
      'no clear effect: about no difference',
    );
  });

  it('says that nobody is left to compare with, rather than that too few were contacted', () => {
    const few = { value: null, because: '<11' as const };
    const hidden = { concerned: few, acted: few, share: few };
    const tooFew = { ...effect, state: 'tooFew' as const, points: of(null) };
    const verdictBeside = (others: CampaignEffect['others']) => campaignVerdict({ ...tooFew, others }).text;
    expect(verdictBeside({ ...group, concerned: of(0) })).toBe(
      'everybody was contacted, so nobody is left to compare with',
    );
    expect(verdictBeside(hidden)).toBe(
      'everybody or nearly everybody was contacted, so too few are left to compare with',
    );
    expect(campaignVerdict({ ...tooFew, recipients: hidden, others: hidden }).text).toBe('too few members to say');
    const nobody = { ...group, concerned: of(0) };
    expect(campaignVerdict({ ...tooFew, recipients: nobody, others: nobody }).text).toBe('too few members to say');
  });

  it('is not given early, without figures before, or of too few members', () => {
    expect(campaignVerdict({ ...effect, state: 'early' }).text).toBe('too early to say, until May 2026 is complete');
    expect(campaignVerdict({ ...effect, state: 'noBefore' }).text).toBe('no figures of January 2026 to compare with');
    expect(campaignVerdict({ ...effect, state: 'tooFew', points: of(null) }).text).toBe('too few members to say');
  });
});
