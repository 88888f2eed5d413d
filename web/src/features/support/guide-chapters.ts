import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { waysToPay } from '@kerb/domain/options/ways-to-pay.ts';
import { type AgreementStatus, statusLabel } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { Chapter } from '@kerb/web/features/support/chapters.tsx';

// biome-ignore format: a table
const statusMeanings: [AgreementStatus, string][] = [
  ['draft',              'You are still preparing it. Nobody else has seen it.'],
  ['waiting-invite',     'The payers have their links. It is their turn.'],
  ['waiting-info',       'We have asked the payers for something more.'],
  ['waiting-approval',   'The payers have submitted it. It is our turn.'],
  ['approved',           'Everything is agreed. The payers have the agreement to sign. If they paid upfront, lists say Paid instead.'],
  ['signed',             'Everyone has signed. We prepare the funds.'],
  ['executed',           'The funds are out and the campaign runs.'],
  ['waiting-settlement', 'The property is sold. We wait for its settlement.'],
  ['withdrawn',          'The property has been taken off the market. What is owed falls due.'],
  ['complete',           'Paid for, and closed.'],
  ['rejected',           'We could not approve it.'],
  ['cancelled',          'It was called off. Nothing is owed for it.'],
];

const referring: Chapter[] = [
  {
    id: 'dashboard',
    title: 'See what is stuck',
    words: [
      'The dashboard opens first. Its bars count the campaigns that wait for somebody: sent and not answered, waiting for information, waiting for signatures. Green is fresh, yellow has waited four days, red more than a week.',
      'Choose a bar to see its campaigns, and a campaign to open it.',
    ],
    picture: { name: 'dashboard', says: 'The dashboard, with its bars of campaigns in progress' },
  },
  {
    id: 'raise',
    title: 'Raise a referral',
    words: ['A referral takes a minute. Everything else can follow later.'],
    steps: [
      'Choose Create New Referral.',
      'Enter the amount and the day on which the funds are needed.',
      'Add the payers with their email addresses. All registered owners on the title must be added.',
      'Choose Create. You land on the campaign’s own page.',
    ],
    picture: { name: 'create-referral', says: 'The dialog in which a referral is created' },
  },
  {
    id: 'send',
    title: 'Send it to the payers',
    words: [
      'On the campaign’s page, add the property and a photo of it, check the budget and the funding request date, and switch on the payment options that you offer. Each card saves by itself.',
      'Then choose Send. Every payer gets a link of their own, by email and text message. It opens this campaign and nothing else, so it must not be forwarded. Sending again makes a new link and ends the one before.',
    ],
    picture: { name: 'campaign', says: 'A campaign’s page, with its cards and what happens next at the side' },
  },
];

const paying = (country: CountryRules): Chapter[] => [
  {
    id: 'payer',
    title: 'What the payer sees',
    words: [
      'Most payers open the link on their phone. They are led through it one question at a time, and can stop and come back.',
    ],
    steps: [
      'They see the property, the agent and the amount.',
      'They choose one of the payment options, each with its cost in dollars.',
      'They add their details and agree to the terms.',
      'They pay, or submit their application and later sign on the screen.',
    ],
    picture: { name: 'payer', says: 'The campaign as its payer sees it on a phone', isPhone: true },
  },
  {
    id: 'options',
    title: 'The ways to pay',
    words: [
      'These are the usual terms. Your organisation may have terms of its own: what the payer sees is what holds.',
    ],
    terms: waysToPay(country),
  },
  {
    id: 'calculator',
    title: 'Work out the cost',
    words: [
      'Fee Calculator, at the top of every screen, shows what Pay Later costs for any amount and number of days. Apply begins a referral with that amount.',
    ],
    picture: { name: 'calculator', says: 'The fee calculator with an estimate' },
  },
];

const following = ({ brand, supportPhone }: CountryRules): Chapter[] => [
  {
    id: 'follow',
    title: 'Follow it to the end',
    words: [
      'Referrals lists every campaign of your organisation. Filter it by status, option or words, sort it, and export it as a spreadsheet. A flag marks the ones whose links have been silent for seven days: give those payers a call.',
    ],
    picture: { name: 'referrals', says: 'The list of referrals' },
  },
  {
    id: 'statuses',
    title: 'What each status means',
    words: ['The badge is the same on every screen.'],
    terms: statusMeanings.map(([status, meaning]) => [statusLabel(status, 'marketing'), meaning]),
  },
  {
    id: 'team',
    title: 'Your team',
    words: [
      'Managers invite colleagues under Team, make other managers, and remove people who have left; access ends at once. An employee sees their own referrals, a manager all of them.',
      'For each member, All agent notices and Billing email notices say which campaign messages reach them.',
    ],
    picture: { name: 'team', says: 'The team screen with members and invitations' },
  },
  {
    id: 'account',
    title: 'Your own account',
    words: [
      'Under your name at the top right, Account Details has your photo, mobile and password, the browsers in which you are logged in, and two-step login: a code from your phone beside the password. We recommend it to everyone.',
      'Easier still is a passkey: press Add a Passkey there, and from then on your fingerprint, your face or the PIN of your device logs you in. Keep the recovery codes that you are shown, for the day you have no passkey at hand.',
    ],
  },
  {
    id: 'help',
    title: 'When you need a person',
    words: [
      `Call the ${brand} team on ${supportPhone}, or choose Support at the top of any screen. Have the campaign’s Flow No. at hand.`,
    ],
  },
];

/** The user guide, in the country's words. */
export const guideChapters = (country: CountryRules): Chapter[] => [
  ...referring,
  ...paying(country),
  ...following(country),
];
