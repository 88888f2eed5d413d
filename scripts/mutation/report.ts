import type { Outcome, Trial } from './trials.ts';

const roomOf = ({ mutant }: Trial) => mutant.path.split('/').at(-2) ?? '';
const count = (trials: Trial[], outcome: Outcome) => trials.filter((trial) => trial.outcome === outcome).length;

const row = (name: string, trials: Trial[]) => {
  const survived = count(trials, 'survived');
  const score = `${((100 * (trials.length - survived)) / trials.length).toFixed(1)} %`;
  const cells = [name, trials.length, count(trials, 'killed'), count(trials, 'timed out'), survived, score];
  return `| ${cells.join(' | ')} |`;
};

/** The score is the share of mutants that a test finds. A mutant that never ends counts as found. */
export function scoreTable(trials: Trial[]): string {
  const rooms = [...Map.groupBy(trials, roomOf)];
  return [
    '| room | mutants | killed | timed out | survived | score |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...rooms.map(([room, theirs]) => row(`\`${room}\``, theirs)),
    ...(rooms.length > 1 ? [row('all', trials)] : []),
  ].join('\n');
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** Each mutant that survived or timed out: its position and its change. */
export const missed = (trials: Trial[]): string[] =>
  trials
    .filter(({ outcome }) => outcome !== 'killed')
    .map(({ outcome, mutant: { path, line, was, becomes } }) => {
      const change = `${oneLine(was)}  →  ${oneLine(becomes) || '(nothing)'}`;
      return `${outcome.padEnd(9)}  ${path}:${line}  ${change}`;
    });
