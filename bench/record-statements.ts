import { everyStatement, type Statement } from '../server/test/record-statements.ts';

/** Authentication runs before every request and is not part of what is measured. */
const isAuthentication = ({ text }: Statement): boolean => /token_families/.test(text);
// biome-ignore format: a table
const isChosen = {
  campaigns:  (statement: Statement) => /agreement/.test(statement.text) && !isAuthentication(statement),
  everything: (statement: Statement) => !isAuthentication(statement),
} as const;

/** The statements of a request, without the one that authenticates. */
export async function recordStatements(
  act: () => Promise<unknown>,
  about: keyof typeof isChosen = 'campaigns',
): Promise<Statement[]> {
  return (await everyStatement(act)).filter(isChosen[about]);
}
