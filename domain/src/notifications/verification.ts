export const codeMinutes = 10;

/** What someone is sent to prove that a mobile is theirs. {{1}} is the code. */
export const mobileCodeMessage = ({ brand }: { brand: string }) => ({
  body: `${brand}: your code is {{1}}. It works for ${codeMinutes} minutes. We will never ask you for it by phone.`,
});
