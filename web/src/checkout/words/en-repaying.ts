/** The words of the loan's page. They load with the later parts, because few payers have a loan that runs. */
export const repaying = {
  owedOn: (day: string) => `What you owe on ${day}`,
  perDay: 'Interest for each day',
  started: 'Loan started',
  signedOn: 'Signed',
  settlement: 'Settlement',
  repaid: 'Repaid',
  closed: 'Closed',
  late: (day: string, days: number) =>
    `This was due on ${day}. It is ${days} ${days === 1 ? 'day' : 'days'} late. Please repay it now, or call us.`,
  loading: 'Loading your loan',

  how: 'How to repay',
  howIntro:
    'You can repay at any time, all of it or a part. Send the money to this account. The reference tells us that it is yours.',
  when: 'On which day will the money arrive?',
  whenHint: 'Each day adds interest. A transfer takes 1 to 3 business days. Amounts of later days are estimates.',
  today: (day: string) => `Today, ${day}`,
  tooMuch: 'If you send too much, we send the rest back to you.',
  noAccount: (phone: string) => `Please call us on ${phone}. We tell you where to send the money.`,

  done: 'What you have repaid',
  none: 'Nothing yet.',
  payment: (number: string) => `Payment ${number}`,
  held: 'Held for you',

  statement: 'Statement',
  statementIntro: 'All that was added to your loan, and all that you paid.',
  from: 'From',
  to: 'To',
  show: 'Show the statement',
  savePdf: 'Save the statement (PDF)',
  shown: (from: string, to: string) => `Statement from ${from} to ${to}`,
  what: 'What',
  amount: 'Amount',
  owed: 'Owed',
  opening: 'Owed at the beginning',
  closing: (day: string) => `Owed at the end of ${day}`,
  days: (from: string, to: string) => `${from} to ${to}`,

  payout: 'Payout letter',
  payoutIntro: 'Your lawyer or bank may ask for a letter that states the amount on a day.',
  payoutDay: 'For which day?',
  payoutGet: 'Get a letter',
  payoutFor: (day: string) => `Letter for ${day} (PDF)`,
};

export type LoanWords = typeof repaying;
