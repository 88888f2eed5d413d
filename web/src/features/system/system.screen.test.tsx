import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { agent, renderApp, signedIn, usePage } from '../../../test/harness.tsx';

beforeEach(() => usePage());

const at = '2026-11-15T02:00:00.000Z';
const message = (id: number, more: object = {}) => ({
  id,
  kind: 'payment-link',
  channel: 'email',
  audience: 'vendor',
  recipient: 'a…@example.com',
  state: 'failed',
  reason: 'The mail server could not be reached.',
  attempts: 6,
  createdDate: at,
  nextAttemptDate: null,
  agreement: null,
  refusal: null,
  ...more,
});
const status = {
  version: '0.1.0',
  mode: 'sandbox',
  country: 'Australia',
  servers: [{ name: 'one:3000', version: '0.1.0', startedDate: at, lastSeenDate: at, isRunning: false }],
  providers: [
    {
      name: 'mail',
      state: 'configured',
      meaning: 'mail.example.com',
      lastSuccessDate: null,
      lastFailureDate: at,
      failure: 'The mail server refused it (550).',
    },
  ],
  queues: [{ name: 'messages', waiting: 3, oldestSeconds: 600 }],
  storage: { files: 4, fileBytes: 3_145_728, databaseBytes: 0, freeBytes: 512 },
  replica: null,
  migrations: { count: 70, newest: '0079-system', appliedDate: at },
  keys: [
    { name: 'SECRET_KEY', since: at, until: null, meaning: 'Encrypts and decrypts.' },
    { name: 'Signing certificate', since: null, until: null, meaning: 'Self-signed by this deployment.' },
  ],
};
const lastRun = {
  server: 'one:3000',
  startedDate: at,
  endedDate: at,
  outcome: 'failed',
  errorCode: '23505',
  error: 'duplicate key',
  failedRows: 0,
  lastSuccessDate: null,
  failures: 2,
};
const jobs = {
  jobs: [
    { name: 'remind-payers', schedule: '23 * * * *', lastRun },
    { name: 'sweep-files', schedule: '17 14 * * *', lastRun: null },
  ],
  failures: [
    {
      id: 5,
      job: 'remind-payers',
      kind: 'loan',
      rowId: '17',
      errorCode: 'Error',
      error: 'no date',
      tries: 3,
      firstDate: at,
      lastDate: at,
    },
  ],
};
const hash = 'ab'.repeat(32);
const check = {
  startedDate: at,
  endedDate: at,
  sealCount: 40,
  entryCount: 1_234,
  forgottenCount: 0,
  findingCount: 0,
  brokenCount: 0,
  findings: [] as object[],
};
const chain = { head: { number: 41, sealedDate: at, hash }, waitingSince: null, lastCheck: check as object | null };
const counts = { failed: 1, held: 1, queued: 0 };

async function show(items: object[], more: object = {}, logChain: object = chain) {
  const done = { done: 1, refused: [{ id: 2, because: 'It is held. Release it instead.' }] };
  const calls = await signedIn({
    'GET /v1/system': () => ({ ...status, ...more }),
    'GET /v1/jobs': () => jobs,
    'GET /v1/log-chain': () => logChain,
    'GET /v1/undelivered-messages': () => ({ items, isMore: false, counts }),
    'GET /v1/undelivered-messages/1': () => ({ id: 1, recipient: 'ann@example.com', subject: null }),
    'POST /v1/undelivered-messages/send-again': () => done,
    'POST /v1/jobs/run': () => ({ name: 'remind-payers' }),
    'POST /v1/job-failures/dismiss': () => ({ done: 1, refused: [] }),
  });
  renderApp('/admin/system');
  await screen.findByRole('heading', { level: 1, name: 'System' });
  return { calls, user: userEvent.setup() };
}
const bodyOf = (calls: { method: string; path: string; body?: unknown }[], path: string) =>
  calls.filter((call) => call.path === path).at(-1)?.body;

describe('the System page', () => {
  it('sends chosen messages again after a question, and says which were refused', async () => {
    const { calls, user } = await show([message(1), message(2, { state: 'held', recipient: 'b…@example.com' })]);
    expect(await screen.findByText('1 failed, 1 held, 0 waiting')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Choose all' }));
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    await user.click(await screen.findByRole('button', { name: 'Send' }));
    expect(await screen.findByText('1 message sent.')).toBeTruthy();
    expect(await screen.findByText('1 message not sent: It is held. Release it instead.')).toBeTruthy();
    expect(bodyOf(calls, '/v1/undelivered-messages/send-again')).toEqual({ ids: [1, 2] });
  });

  it('says in words when each job runs', async () => {
    await show([]);
    const list = await screen.findByRole('list', { name: 'Jobs' });
    expect(list.textContent).toContain('Every hour at 23 minutes past');
    expect(list.textContent).toMatch(/Daily at (1:17|12:17)\s(am)/);
    expect(list.textContent).not.toContain('*');
  });

  it('masks recipients until an admin asks for one', async () => {
    const { user } = await show([message(1)]);
    await user.click(await screen.findByRole('button', { name: 'Show recipient of message 1' }));
    expect(await screen.findByLabelText('Payment link to ann@example.com')).toBeTruthy();
  });

  it('shows jobs and rows that failed, and retries them', async () => {
    const { calls, user } = await show([]);
    const rows = within(await screen.findByRole('list', { name: 'Rows that failed' }));
    expect(rows.getByText('remind-payers: no date (Error)')).toBeTruthy();
    await user.click(rows.getByRole('button', { name: 'Retry loan 17' }));
    expect(bodyOf(calls, '/v1/jobs/run')).toEqual({ name: 'remind-payers' });
    await user.click(rows.getByRole('button', { name: 'Dismiss loan 17' }));
    expect(bodyOf(calls, '/v1/job-failures/dismiss')).toEqual({ ids: [5] });
    const list = within(screen.getByRole('list', { name: 'Jobs' }));
    expect(list.getByText('Failed')).toBeTruthy();
    expect(list.getByText('Has not run yet')).toBeTruthy();
    expect(await screen.findByText('Every message was delivered.')).toBeTruthy();
  });

  it('shows servers, providers, queues, storage and keys', async () => {
    await show([]);
    expect(await screen.findByText('Not seen')).toBeTruthy();
    expect(screen.getByText(/The mail server refused it \(550\)/)).toBeTruthy();
    expect(screen.getByText('3, oldest 10 min')).toBeTruthy();
    expect(screen.getByText('4, 3.0 MB')).toBeTruthy();
    expect(screen.getByText('0079-system')).toBeTruthy();
    expect(screen.getByText('SECRET_KEY')).toBeTruthy();
  });

  it('has no dash for a time that is not known', async () => {
    await show([]);
    for (const name of ['Providers', 'Keys', 'Jobs']) {
      expect((await screen.findByRole('list', { name })).textContent).not.toMatch(/[–—]/);
    }
    expect(screen.getByText('Self-signed by this deployment.')).toBeTruthy();
    expect(screen.getByRole('list', { name: 'Jobs' }).textContent).toContain('on one:3000, no success yet');
  });

  it.each([
    ['serving', 'Answers reads'],
    ['away', 'Away or behind: the primary answers its reads'],
  ])(
    'says of a read replica that it is %s, and leaves out the disk if files are in a bucket',
    async (replica, words) => {
      await show([], { replica, storage: { ...status.storage, freeBytes: null } });
      expect(await screen.findByText('Read replica')).toBeTruthy();
      expect(screen.getByText(words)).toBeTruthy();
      expect(screen.queryByText('Free in the data folder')).toBeNull();
    },
  );

  it('shows the newest seal of the log, and verifies it on demand', async () => {
    const logChain = { ...chain };
    const { calls, user } = await show([], {}, logChain);
    expect(await screen.findByText(hash)).toBeTruthy();
    expect(screen.getByText('Unchanged')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Verify now' }));
    expect(bodyOf(calls, '/v1/jobs/run')).toEqual({ name: 'verify-log' });
    const text = 'Entry 7 was deleted.';
    const findings = [{ kind: 'entry-deleted', text }];
    logChain.lastCheck = { ...check, endedDate: '2026-11-15T02:01:00.000Z', findingCount: 3, brokenCount: 3, findings };
    const list = await screen.findByRole('list', { name: 'Problems of the audit log' }, { timeout: 5_000 });
    expect(screen.getByText('The log was changed')).toBeTruthy();
    expect(list.textContent).toBe(`${text}And 2 more`);
  });

  it('says that the log was not sealed and not verified yet', async () => {
    await show([], {}, { head: null, waitingSince: at, lastCheck: null });
    expect(await screen.findByText('Nothing is sealed yet.')).toBeTruthy();
    expect(screen.getByText('The log was not verified yet.')).toBeTruthy();
    expect(screen.getByText('Oldest entry without a seal')).toBeTruthy();
  });

  it('is closed to everyone except admins', async () => {
    await signedIn({});
    renderApp('/admin/system', agent);
    expect(await screen.findByText("Sorry, you don't have access to this page.")).toBeTruthy();
  });
});
