import { isNode, type SourceFile } from './source.ts';

const home = 'domain/src/loans/loan-dates.ts';
const terms = /\b(longestLoanDays|daysToPay)\b/;

/** The agreement, the card, the invoice and the letter state the same dates because one function computes them. */
export function datesLoansOnce(file: SourceFile): string[] {
  if (file.isTest || file.path === home) return [];
  return file.nodes.flatMap(({ node }) => {
    if (node.type !== 'CallExpression' || !isNode(node.callee) || node.callee.name !== 'addDays') return [];
    const isTerm = terms.test(file.text.slice(node.start, node.end));
    return isTerm
      ? [`line ${file.lineOf(node.start)}: call loanDates, which alone adds the days of a loan's term`]
      : [];
  });
}
