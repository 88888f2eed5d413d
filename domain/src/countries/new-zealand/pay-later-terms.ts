import type { TermsText } from '@kerb/domain/countries/terms-text.ts';

export const payLaterTermsNz: TermsText = {
  version: 'pl-nz-4',
  title: 'Pay Later loan agreement and disclosure',
  inShort: [
    'We lend you the amount financed and pay it to {organisation} for your campaign.',
    'You pay it back with the fees and the interest shown. You do so when your sale settles, when you take the property off the market, or {longestLoanDays} days after the loan starts. The first of these counts.',
    'Interest is charged by the day, and only for days that have ended. You may cancel within 5 working days after you get this disclosure. We pay {organisation} only after 5 working days.',
  ],
  sections: [
    {
      heading: 'Who lends',
      paragraphs: [
        'The creditor is {company}, registered on the Financial Service Providers Register under number {fspNumber}. You may contact us on {supportPhone} or at {supportEmail}.',
        'The figures in the schedule (amount, rate, fees, total, dates) are part of this agreement and of its initial disclosure under the Credit Contracts and Consumer Finance Act 2003.',
      ],
    },
    {
      heading: 'The loan',
      paragraphs: [
        'The loan starts on the day on which the last of you signs, or on the day on which we pay the amount financed to {organisation}, if that is later.',
        'We pay it on your behalf once 5 working days have ended after the day on which the last of you signs, and not before, so that you can still cancel.',
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
        'The Establishment Fee, the Security Registration Fee and any fee named by {organisation} are shown in the schedule. They are payable when the loan is repaid and are not charged more than once.',
      ],
    },
    {
      heading: 'Repayment',
      paragraphs: [
        'There is one payment, at the end. The loan ends on the earliest of the settlement of the property, its withdrawal from sale, and {longestLoanDays} days after the start. Payment is due 7 days after settlement or withdrawal, and at the latest at the end of the {longestLoanDays} days, also if the property has not settled by then.',
        'You authorise your lawyer to pay us from the proceeds of the sale, and us to give them the figure to pay.',
        'You may repay the whole at any earlier time without a charge for doing so. You then owe the interest for the days that have ended, and nothing for the days that have not.',
      ],
    },
    {
      heading: 'Your right to cancel',
      paragraphs: [
        'You may cancel this agreement by telling us in writing within 5 working days of the day on which you received this disclosure. You then repay the amount financed if we have paid it by then, the interest for the days until you repay it, and what we have reasonably paid to others because of the agreement.',
      ],
    },
    {
      heading: 'If you cannot pay',
      paragraphs: [
        'If an illness, an injury, the loss of work, the end of a relationship or another reasonable cause keeps you from paying, you may ask us in writing for relief on the ground of unforeseen hardship. We answer within the time that the law sets.',
        'If you are not content with how we deal with a complaint, you may take it to our dispute resolution scheme: {disputeScheme}. It is free for you.',
      ],
    },
    {
      heading: 'Security',
      paragraphs: [
        'You agree that we may register our interest over the property, as a caveat, until the loan is repaid. We withdraw it when it is. If you do not pay what you owe, we may rely on that security after giving you the notices that the law asks for.',
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
    'I have got and read this agreement and its disclosure. Its figures are what I expect.',
    'I can repay the loan from the sale, or in some other way within {longestLoanDays} days. It will not cause me substantial hardship.',
    '{whatIsTrue}',
    'All registered owners on the title are signing.',
    'I know that I may cancel within 5 working days.',
    'I agree to sign online and to get my copy by email.',
  ],
};
