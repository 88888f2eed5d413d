import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Task } from './worker.ts';

/** The tasks that a thread runs before it is replaced, because changed modules stay in its memory. */
const tasksPerThread = 150;

const start = () => new Worker(new URL('worker.ts', import.meta.url));

/** The thread's result, or undefined if the task takes longer than the limit. */
async function ask<Answer>(thread: Worker, task: Task, limitMilliseconds: number): Promise<Answer | undefined> {
  const signal = AbortSignal.timeout(Math.ceil(limitMilliseconds));
  const answer = once(thread, 'message', { signal });
  thread.postMessage(task);
  try {
    return (await answer)[0] as Answer;
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

/** The results in the order of the tasks; undefined for a task that was stopped at its limit. */
export async function inThreads<Answer>(
  tasks: Task[],
  threads: number,
  limitMilliseconds: (position: number) => number,
  onAnswer: (done: number) => void = () => {},
): Promise<(Answer | undefined)[]> {
  const answers: (Answer | undefined)[] = [];
  const queue = tasks.entries();
  let done = 0;
  const work = async () => {
    let thread = start();
    let age = 0;
    for (const [position, task] of queue) {
      const answer = await ask<Answer>(thread, task, limitMilliseconds(position));
      answers[position] = answer;
      onAnswer(++done);
      if (answer !== undefined && ++age < tasksPerThread) continue;
      await thread.terminate();
      thread = start();
      age = 0;
    }
    await thread.terminate();
  };
  await Promise.all(Array.from({ length: threads }, work));
  return answers;
}
