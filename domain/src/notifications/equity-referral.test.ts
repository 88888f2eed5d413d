import { equityReferralMail, isReferralDue } from '@kerb/domain/notifications/equity-referral.ts';
import { describe, expect, it } from 'vitest';

const day = '2027-01-15';
const sent = '2026-11-15T00:00:00.000Z';

describe('an equity referral', () => {
  // biome-ignore format: a table
  it.each([
    ['a settlement date is saved',   { equityReferralSentDate: null }, { propertySettlementDate: day },  true],
    ['something else is saved',      { equityReferralSentDate: null }, {},                               false],
    ['a settlement date is removed', { equityReferralSentDate: null }, { propertySettlementDate: null }, false],
    ['it was sent before',           { equityReferralSentDate: sent }, { propertySettlementDate: day },  false],
  ])('is due or not if %s', (_, campaign, changes, isDue) => {
    expect(isReferralDue(campaign, changes)).toBe(isDue);
  });

  it("contains the organisation's text, and is null if a part is missing", () => {
    const sender = {
      ...{ brand: 'KerbPay', organisation: 'Harbour Estate', agentName: null, contactName: null },
      ...{ phone: '1300 665 136', supportPhone: '1300 665 136', checkUrl: 'https://kerb.example/check' },
    };
    const facts = { firstName: 'Pat', sender };
    expect(equityReferralMail({ subject: 'Next', body: 'We can help.' }, facts)).toEqual({
      subject: 'Next',
      body: [
        'Hello Pat,',
        'We can help.',
        'Questions? Call us on 1300 665 136.',
        'Is this message really from us? Check it here: https://kerb.example/check',
        'Harbour Estate, with KerbPay',
      ].join('\n\n'),
    });
    expect(equityReferralMail({ subject: null, body: 'We can help.' }, facts)).toBeNull();
    expect(equityReferralMail({ subject: 'Next', body: null }, facts)).toBeNull();
  });
});
