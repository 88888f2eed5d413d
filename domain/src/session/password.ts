import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';
import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';

export const shortestPassword = 10;
export const longestPassword = 200;

/** The most common passwords that are long enough, in lower case. Guessing starts with these. */
// biome-ignore format: a table
const commonest = new Set([
  'password12', 'password123', 'password1234', 'password12345', 'passw0rd123', 'p@ssw0rd123', 'p@ssword123', 'mypassword',
  'mypassword1', 'passwordpassword', 'newpassword', 'password01', 'password!1', 'password1!', 'password123!', 'qwertyuiop',
  'qwertyuiop1', 'qwerty1234', 'qwerty12345', 'qwerty123456', 'qwertyuiop123', '1qaz2wsx3edc', '1q2w3e4r5t', '1q2w3e4r5t6y',
  'q1w2e3r4t5', 'q1w2e3r4t5y6', 'zaq12wsxcde3', 'asdfghjkl1', 'asdfghjkl123', 'zxcvbnm123', 'asdfasdfasdf', 'qweasdzxc1',
  'abcd123456', 'abc1234567', 'abcdefghij', 'abcdefghijk', 'a123456789', 'aa12345678', 'abc123abc123', '123456789a',
  '0123456789', '1234567890', '12345678910', '123456789012', '0987654321', '9876543210', '1234554321', '1122334455',
  '123123123123', '1231231231', '1212121212', '1010101010', '147258369a', '741852963a', '1029384756', '5555555555a',
  'letmein123', 'letmein1234', 'welcome123', 'welcome1234', 'welcome2024', 'welcome2025', 'welcome2026', 'changeme123',
  'changeme1234', 'admin12345', 'admin123456', 'administrator', 'iloveyou12', 'iloveyou123', 'iloveyou1234', 'football123',
  'baseball123', 'basketball', 'superman123', 'monkey12345', 'dragon12345', 'sunshine123', 'princess123', 'michelle123',
  'charlie123', 'trustno1trustno1', 'starwars123', 'liverpool1', 'liverpool123', 'manchester', 'australia1', 'australia123',
  'newzealand', 'newzealand1', 'allblacks1', 'allblacks123', 'summer2024', 'summer2025', 'summer2026', 'winter2025', 'winter2026',
  'spring2026', 'autumn2026', 'realestate', 'realestate1', 'realestate123', 'kerbpay123', 'kerbflow123', 'kerbpaykerbpay',
]);

const isOneSignRepeated = (password: string) => new Set(password).size < 3;

/** Length makes a password strong; the other rules only refuse what is guessed first. */
export function decidePassword(password: string, { emailAddress }: { emailAddress: string }): Decision<string> {
  const plain = password.normalize('NFKC');
  const lowered = plain.toLowerCase();
  const email = emailAddress.toLowerCase();
  if (plain === '') return refuse('isEmpty', 'Enter a password.');
  if ([...plain].length < shortestPassword) {
    return refuse('stringLengthTooShort', fieldWords.atLeast(shortestPassword));
  }
  if ([...plain].length > longestPassword) {
    return refuse('stringLengthTooLong', fieldWords.atMost(longestPassword));
  }
  if (lowered === email || lowered === email.split('@')[0]) {
    return refuse('notValid', 'Do not use your email address as your password.');
  }
  if (commonest.has(lowered) || isOneSignRepeated(plain)) {
    return refuse('notValid', 'That password is too easy to guess. Choose another.');
  }
  return allow(password);
}
