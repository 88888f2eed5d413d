import { englishPayerWords } from '@kerb/domain/live/english-live-words.ts';
import { asking } from '@kerb/web/checkout/words/en-asking.ts';
import { paying } from '@kerb/web/checkout/words/en-paying.ts';
import { status } from '@kerb/web/checkout/words/en-status.ts';
import { longDay, money } from '@kerb/web/checkout/words/money.ts';

type Purpose = 'marketing' | 'styling' | 'deposit';

/** 'Ann, Bo and Cy'. */
const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

// biome-ignore format: a table
const purposes: Record<Purpose, string> = {
  marketing: 'Marketing for your sale',
  styling:   'Styling for your sale',
  deposit:   'Deposit for your purchase',
};

/** Every sentence of the payer's page that the server does not send. Another language is another such file. */
export const en = {
  /** Says that the translation is a draft; empty if a person has read it. */
  draft: '',
  money,
  longDay,
  listed,
  /** A label or sentence that the server sends in English. */
  said: (english: string) => english,
  purposes,
  live: englishPayerWords,

  shell: {
    help: 'Need help?',
    back: 'Back',
    toTop: 'Skip to the question',
    step: (at: number, of: number) => `Step ${at} of ${of}`,
    reference: (number: string) => `Your reference is ${number}`,
    seeDetails: 'See the details',
    largerText: 'Larger text',
    language: 'Language',
    backTo: (name: string) => `Back to ${name}`,
    myCampaigns: 'My campaigns',
    logOut: 'Log out',
    working: 'Saving...',
    tryAgain: 'Try again',
    footer: (brand: string) => `Payments by ${brand}`,
  },

  viewing: {
    title: (name: string) => `You see the page of ${name}`,
    admin: (admin: string) => `${admin}, you are looking at this page as the payer. You cannot change anything here.`,
    team: (member: string, payer: string) =>
      `You see what ${payer} sees, without the details that a code protects. Only ${payer} can confirm, agree, pay, sign or cancel. The log names ${member} with everything that you do here. Log out when you have finished.`,
    stop: 'Stop viewing',
  },

  problem: {
    title: 'That did not work',
    network: 'We cannot reach our server. Check your internet and try again. Nothing that you typed is lost.',
    failed: 'Something went wrong on our side. Please try again in a moment.',
    reference: (text: string, id: string) => `${text} Reference: ${id}`,
    ended: 'This page has ended',
    away: 'You were away for a long time. Open your link again to go on. Nothing is lost.',
    required: 'Please fill this in.',
    wait: (seconds: number) =>
      `Please wait ${seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`}, then try again.`,
  },

  ...asking,
  ...paying,
  ...status,
};

export type Words = typeof en;
