/** STYLE.md quotes the word, the rule and its test need it, and released migrations never change. */
const mayQuote = /^(STYLE\.md|scripts\/tidy\/(plain-words|rules\.test)\.ts|server\/migrations\/.*\.ts)$/;
const vague = /\bwhom?ever\b/i;

/** Comments, test names, messages and documents name the person: 'a team member who …', 'the person who …'. */
export function namesThePerson(path: string, text: string): string[] {
  if (mayQuote.test(path)) return [];
  return text.split('\n').flatMap((line, position) => {
    const word = vague.exec(line)?.[0];
    return word ? [`line ${position + 1}: '${word}' names nobody`] : [];
  });
}
