import {
  decideConsent,
  decideSigning,
  decideTermsVersion,
  onBehalfBlocked,
  type Signer,
  type SigningCampaign,
} from '@kerb/domain/signing/signing-rules.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { describe, expect, it } from 'vitest';

const approved: SigningCampaign = { status: 'approved', financeOptionCode: 'pl' };
const own: Signer = {
  isOwn: true,
  mobilePhone: null,
  mobilePhoneConfirmationDate: null,
  mobilePhoneConfirmedByPayer: false,
  submittedDate: '2026-11-02T00:00:00.000Z',
  signatureDate: null,
  askerHasSigned: false,
};
const verified = { mobilePhone: '+61412345678', mobilePhoneConfirmationDate: '2026-11-01T00:00:00.000Z' };
const confirmed = { ...verified, mobilePhoneConfirmedByPayer: true };
const outcomeOf = (campaign: SigningCampaign, signer: Signer) => {
  const decision = decideSigning(campaign, signer);
  return decision.ok ? decision.value : decision.code;
};

describe('signing', () => {
  // biome-ignore format: a table
  it.each<[string, Partial<SigningCampaign>, Partial<Signer>, string]>([
    ['with a verified mobile needs a code by SMS',   {}, confirmed, 'sms'],
    ['with a mobile that only staff confirmed does not', {}, verified, 'email'],
    ['for another with a verified mobile does too',  {}, { ...confirmed, isOwn: false, askerHasSigned: true }, 'sms'],
    ['for another by an admin does too',             {}, { ...confirmed, isOwn: false, askerHasSigned: null }, 'sms'],
    ['for another needs a mobile they confirmed',    {}, { ...verified, isOwn: false, askerHasSigned: null }, 'no-verified-mobile'],
    ['for another needs their submission',           {}, { ...confirmed, isOwn: false, askerHasSigned: null, submittedDate: null }, 'not-submitted'],
    ['for oneself needs no submission',              {}, { ...confirmed, submittedDate: null }, 'sms'],
    ['for another comes after signing for oneself',  {}, { ...confirmed, isOwn: false }, 'own-first'],
    ['without a mobile needs a code by email',       {}, {}, 'email'],
    ['with an unverified mobile does too',           {}, { mobilePhone: '+61412345678' }, 'email'],
    ['for another without a mobile is refused',      {}, { isOwn: false }, 'no-verified-mobile'],
    ['for another with an unverified mobile is too', {}, { isOwn: false, mobilePhone: '+61412345678' }, 'no-verified-mobile'],
    ['happens once',                                 {}, { ...verified, signatureDate: 'x' }, 'already-signed'],
    ['is not for a payer who pays upfront',          { financeOptionCode: 'pn' }, verified, 'nothing-to-sign'],
    ['is not for a payer who has chosen nothing',    { financeOptionCode: null }, verified, 'nothing-to-sign'],
  ])('%s', (_sentence, campaign, signer, expected) => {
    expect(outcomeOf({ ...approved, ...campaign }, { ...own, ...signer })).toBe(expected);
  });

  it.each(agreementStatuses.filter((status) => status !== 'approved'))('needs the approval: not in %s', (status) => {
    expect(outcomeOf({ ...approved, status }, { ...own, ...verified })).toBe('not-ready-to-sign');
  });

  it('on behalf of another says why it is refused, in the specified words', () => {
    expect(onBehalfBlocked).toBe(
      "You can't sign on behalf of this signatory because they don't have a verified mobile phone number.",
    );
  });

  it('on behalf of another is for the terms that they agreed to', () => {
    const asked = { agreed: 'pl-au-1', inForce: 'pl-au-3' };
    expect(decideConsent({ isOwn: false }, asked)).toMatchObject({ code: 'terms-not-agreed' });
    expect(decideConsent({ isOwn: false }, { ...asked, agreed: 'pl-au-3' }).ok).toBe(true);
    expect(decideConsent({ isOwn: true }, asked).ok).toBe(true);
  });

  it('accepts only the terms in force', () => {
    expect(decideTermsVersion('pl-au-1', 'pl-au-1').ok).toBe(true);
    expect(decideTermsVersion('pl-au-0', 'pl-au-1')).toMatchObject({ code: 'terms-stale' });
  });
});
