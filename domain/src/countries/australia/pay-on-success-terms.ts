import type { TermsText } from '@kerb/domain/countries/terms-text.ts';

export const payOnSuccessTerms: TermsText = {
  version: 'pos-2',
  title: 'Pay On Success agreement',
  inShort: [
    'We pay for your campaign. You pay the service fee shown, and the campaign itself from the sale when it succeeds.',
    'You may do your best and still not sell in the commitment period. Then there is a limit to what we can claim from you. The agreement says what it is.',
    'The limit does not apply in some cases. One is a pandemic. Another is that you take your home off the market in the commitment period.',
  ],
  sections: [
    {
      heading: 'What we pay, and when',
      paragraphs: [
        'We pay the campaign budget to {organisation} within 5 business days of the property going online.',
        'The figures are in the schedule of this agreement and are part of it. The service fee is payable once the application is approved, by card or as agreed with us.',
      ],
    },
    {
      heading: 'What you repay, and when',
      paragraphs: [
        'When the property sells, you repay the campaign budget at settlement, from the proceeds. You authorise your conveyancer to pay us, and us to give them the figure to pay.',
      ],
    },
    {
      heading: 'Limited recourse',
      paragraphs: [
        'If the property does not sell although you have kept to this agreement, you do not owe us the campaign budget.',
        'This does not apply if you withdraw the property during the commitment period, refuse a reasonable offer at or above the price that you agreed with {organisation}, sell in another way, have told us something untrue, or in case of a pandemic or another event that closes the market.',
      ],
    },
    {
      heading: 'Campaigns that are not eligible',
      paragraphs: [
        'Pay On Success is not for developers or people who renovate to sell; for a property that is already on the market with the agency; for vacant land, or land under construction or redevelopment; for sales off the plan or of display suites; for rural property; for property with material issues; nor for works with an enduring benefit.',
      ],
    },
    {
      heading: 'If something goes wrong',
      paragraphs: [
        'Tell us as early as you can on {supportPhone}. If you are not content with our answer you may complain to the external dispute resolution scheme of which we are a member: {disputeScheme}. It is free for you.',
      ],
    },
    {
      heading: 'More than one of you',
      paragraphs: [
        'Where several people sign, each of you owes the whole, and each receives a copy of this agreement and of its signature record.',
      ],
    },
    {
      heading: 'Your details',
      paragraphs: [
        'We use what you tell us to assess and manage this agreement and to check who you are; we keep it no longer than the law asks, and {organisation} sees only what it needs for the campaign.',
      ],
    },
  ],
  criteria: [
    'I have read this agreement, and its figures are what I expect.',
    'None of the cases in which a campaign is not eligible applies to mine.',
    'I know when limited recourse does not apply.',
    'All registered owners on the title are signing.',
    'I agree to sign online and to get my copy by email.',
  ],
};
