import type { TermsText } from '@kerb/domain/countries/terms-text.ts';

export const payLaterTermsAu: TermsText = {
  version: 'pl-au-3',
  title: 'Pay Later loan agreement',
  inShort: [
    'We lend you the amount financed and pay it to {organisation} for your campaign.',
    'You pay it back with the fees and the interest shown. You do so when your sale settles, when you take the property off the market, or {longestLoanDays} days after the loan starts. The first of these counts.',
    'Interest is charged by the day, and only for days that have ended. You may repay early at any time without a charge for doing so.',
  ],
  sections: [
    {
      heading: 'The loan',
      paragraphs: [
        'The lender is {company}, Australian credit licence {licenceNumber}. The figures are in the schedule of this agreement and are part of it.',
        'The loan starts on the day on which the last of you signs, or on the day on which we pay the amount financed to {organisation}, if that is later. We pay it on your behalf.',
      ],
    },
    {
      heading: 'Interest',
      paragraphs: [
        'Interest is simple and fixed: the amount financed, times the annual rate, divided by 365, for each day from the start of the loan up to but not including the day of repayment, less the interest-free days shown. It is rounded once, at the end, to the nearest cent.',
        'Fees carry no interest. A day is charged only once it has ended; whatever is shown for days ahead is an estimate.',
      ],
    },
    {
      heading: 'Fees',
      paragraphs: [
        'The Pay Later Fee, the Security Registration Fee and any fee named by {organisation} are shown in the schedule. They are payable when the loan is repaid and are not charged more than once.',
      ],
    },
    {
      heading: 'Repayment',
      paragraphs: [
        'The loan ends on the earliest of the settlement of the property, its withdrawal from sale, and {longestLoanDays} days after the start. Payment is due 7 days after settlement or withdrawal, and at the latest at the end of the {longestLoanDays} days, also if the property has not settled by then.',
        'You authorise your conveyancer to pay us from the proceeds of the sale, and us to give them the figure to pay.',
        'You may repay the whole at any earlier time. You then owe the interest for the days that have ended, and nothing for the days that have not.',
      ],
    },
    {
      heading: 'Security',
      paragraphs: [
        'You agree that we may register a caveat over the property until the loan is repaid. We withdraw it when it is. The Security Registration Fee pays for both.',
      ],
    },
    {
      heading: 'If you cannot pay',
      paragraphs: [
        'Tell us as early as you can on {supportPhone}. You may ask us to change the terms on the ground of hardship, and we answer within 21 days. We must give you notice and time to put a default right before we act on it.',
        'If you are not content with our answer you may complain to the external dispute resolution scheme of which we are a member: {disputeScheme}. It is free for you.',
      ],
    },
    {
      heading: 'The comparison rate',
      paragraphs: [
        'The comparison rate is for the amount financed over {comparisonDays} days, repaid once at the end. It includes the interest, the Pay Later Fee and any fee named by {organisation}, and leaves out government charges. It is true only for that example: other amounts and terms result in other rates.',
      ],
    },
    {
      heading: 'More than one of you',
      paragraphs: [
        'Where several people sign, each of you owes the whole loan, and each receives a copy of this agreement and of its signature record.',
      ],
    },
    {
      heading: 'Your details',
      paragraphs: [
        'We use what you tell us to assess, make and manage this loan, to check who you are, and to register the security; we keep it no longer than the law asks, and {organisation} sees only what it needs for the campaign.',
      ],
    },
  ],
  criteria: [
    'I have read this agreement, and its figures are what I expect.',
    'I can repay the loan from the sale, or otherwise within {longestLoanDays} days.',
    '{whatIsTrue}',
    'All registered owners on the title are signing.',
    'I agree to sign online and to get my copy by email.',
  ],
};
