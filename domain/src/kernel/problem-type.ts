/** A kind of problem. `when` says in which situation it comes, without the last full stop. */
export type ProblemType = {
  /** The HTTP status that it usually has. */
  status: number;
  when: string;
};
