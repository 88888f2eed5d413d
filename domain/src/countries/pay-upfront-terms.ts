import type { TermsText } from '@kerb/domain/countries/terms-text.ts';

const inShort = [
  'You pay the whole campaign now, by card or by bank transfer.',
  'We keep the money for {organisation} and pass it on so that the campaign can start.',
  'There is no refund once the campaign has started or the listing is online.',
];

const sections = [
  {
    heading: 'What you pay',
    paragraphs: [
      'The amount is the campaign budget that {organisation} has agreed with you, less any discount shown, plus the service fee if one is shown.',
      'If you pay by card, we add the surcharge that is shown before you pay. It depends on the type of the card. A bank transfer has no surcharge.',
    ],
  },
  {
    heading: 'When it counts as paid',
    paragraphs: [
      'Payments by card and by bank transfer can take 1 to 3 business days to settle. Please quote the reference shown, so that we can find your transfer.',
      'You receive a confirmation by email as soon as we have the money.',
    ],
  },
  {
    heading: 'Refunds',
    paragraphs: [
      'There is no refund once the campaign has started or the listing is published, nor for a change of mind.',
      'Where we do refund, an administration fee of $25 may be kept at our discretion. Card surcharges are not refunded.',
      'Nothing here takes away rights that the law gives you and that cannot be given up.',
    ],
  },
  {
    heading: 'Who does what',
    paragraphs: [
      '{organisation} runs the campaign and is responsible for it. {company} takes the payment and passes it on.',
      'Questions about the campaign go to {organisation}; questions about the payment to us on {supportPhone}.',
    ],
  },
] as const;

export const payUpfrontTerms: TermsText = {
  version: 'pn-4',
  title: 'Pay Upfront terms',
  inShort,
  sections,
  criteria: [
    'I have read these terms. I have agreed on the amount with {organisation}. I know that there is no refund once the campaign has started or the listing is online.',
  ],
};
