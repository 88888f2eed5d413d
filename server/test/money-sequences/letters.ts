import type { Rule } from './screens.ts';

/** Rules of the letters that give a payer more time. */
export const letterRules: Record<string, Rule> = {
  'a signed letter is the due day of the page, the loan book, the reminders and the amounts ahead': ({ loan }) => {
    if (!loan?.isCharged || loan.letters.signedDue === null) return null;
    const { signedDue, ahead, reminderDay } = loan.letters;
    const said = { page: loan.dueDate, book: loan.dueInBook, ahead: ahead?.day ?? null, reminder: reminderDay };
    const wrong = Object.entries(said).find(([, day]) => day !== null && day !== signedDue);
    return wrong ? `${wrong[0]} has ${wrong[1]}, the letter ${signedDue}` : null;
  },
  'the amount of the day in a letter has the interest of every day until then': ({ loan }) => {
    if (!loan?.isCharged || loan.letters.ahead === null || loan.letters.onDueDay === null) return null;
    const { ahead, onDueDay } = loan.letters;
    return ahead.total === onDueDay ? null : `${ahead.total} is said, and ${onDueDay} is owed on ${ahead.day}`;
  },
  'only a signed loan that is owed has a letter or an open request': ({ signedOn, repaidOn, status, loan }) => {
    if (!loan) return null;
    const { signedDue, open } = loan.letters;
    if (signedOn === null && signedDue !== null) return `the letter of ${signedDue} counts for no agreement`;
    const isClosed = signedOn === null || repaidOn !== null || status === 'cancelled' || status === 'rejected';
    return isClosed && open > 0 ? `${open} requests are open` : null;
  },
};
