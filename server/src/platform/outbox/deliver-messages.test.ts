import { addMinutes } from '@kerb/domain/kernel/dates.ts';
import { secretPlace } from '@kerb/domain/vocabulary/message-secrets.ts';
import { sandboxMail } from '@kerb/server/gateways/mail/sandbox-mail.ts';
import { sandboxSms } from '@kerb/server/gateways/sms/sandbox-sms.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { withLogFields } from '@kerb/server/platform/log/log-fields.ts';
import { deliverMessages } from '@kerb/server/platform/outbox/deliver-messages.ts';
import { type NewMessage, postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import { DeliveryFailure } from '@kerb/server/platform/ports/delivery-failure.ts';
import { byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Stage, startStage } from '../../../test/harness.ts';
import { readableLog } from '../../../test/log-lines.ts';

const link = 'http://localhost:3000/pay/very-secret';
const invitation: NewMessage = {
  kind: 'payment-link',
  channel: 'email',
  audience: 'vendor',
  recipient: 'ann@example.com',
  subject: 'Your campaign',
  body: `Hello Ann\n\n${secretPlace}`,
  secrets: [link],
};

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
beforeEach(async () => {
  await stage.db.deleteFrom('messages').execute();
  stage.sent.mails.length = 0;
  stage.sent.texts.length = 0;
});

const post = (message: Partial<NewMessage> = {}, deps: Deps = stage.deps) =>
  inTransaction(deps, byTheProduct, (work) => postMessage(work, { ...invitation, ...message }));
const only = () => stage.db.selectFrom('messages').selectAll().executeTakeFirstOrThrow();
const failing = (reason: string): Deps => ({
  ...stage.deps,
  mail: { send: () => Promise.reject(new DeliveryFailure(reason)) },
});

describe('delivery', () => {
  it('sends a mail as text and HTML with its secrets filled in, and then deletes the secrets', async () => {
    await post();
    expect((await only()).body).not.toContain(link);
    await deliverMessages(stage.deps);
    const [mail] = stage.sent.mails;
    expect(mail).toMatchObject({ to: 'ann@example.com', subject: 'Your campaign', text: `Hello Ann\n\n${link}` });
    expect(mail?.html).toContain(`href="${link}"`);
    expect(mail?.id).toMatch(/^kerb-\d+-\d+@localhost$/);
    expect(await only()).toMatchObject({ state: 'accepted', attempts: 1, reason: null, sealedSecrets: null });
    expect((await only()).deliveredDate).not.toBeNull();
  });

  it('sends text messages', async () => {
    await post({ channel: 'sms', recipient: '+61412345678', body: `Pay: ${secretPlace}` });
    await deliverMessages(stage.deps);
    expect(stage.sent.texts).toMatchObject([{ to: '+61412345678', text: `Pay: ${link}` }]);
    expect((await only()).state).toBe('accepted');
  });

  it('sends each message once, even if several servers deliver at the same time', async () => {
    for (let count = 0; count < 23; count += 1) await post({ recipient: `ann${count}@example.com` });
    await Promise.all([1, 2, 3].map(() => deliverMessages(stage.deps)));
    expect(new Set(stage.sent.mails.map(({ to }) => to)).size).toBe(23);
    expect(stage.sent.mails).toHaveLength(23);
  });

  it('leaves every message unchanged if no delivery is configured', async () => {
    await post();
    await post({ channel: 'sms', recipient: '+61412345678' });
    await deliverMessages({ ...stage.deps, mail: null, sms: null });
    const rows = await stage.db.selectFrom('messages').selectAll().execute();
    expect(rows.map(({ state, attempts }) => [state, attempts])).toEqual(Array(2).fill(['queued', 0]));
    expect(rows.every(({ sealedSecrets }) => sealedSecrets !== null)).toBe(true);
  });

  it('marks a message that a sandbox’s outbox took as delivered, and keeps its links for the screen', async () => {
    await post();
    await post({ channel: 'sms', recipient: '+61412345678' });
    await post({ recipient: 'refused@example.com' });
    await deliverMessages({ ...stage.deps, mail: sandboxMail, sms: sandboxSms });
    const rows = await stage.db.selectFrom('messages').selectAll().orderBy('id').execute();
    expect(rows.map(({ state }) => state)).toEqual(['accepted', 'accepted', 'queued']);
    expect(rows.map(({ deliveredDate }) => deliveredDate !== null)).toEqual([true, true, false]);
    expect(rows[2]?.reason).toBe('The mail server refused it (550).');
    expect(rows.every(({ sealedSecrets }) => sealedSecrets !== null)).toBe(true);
  });

  it('sends mails if only mail is configured', async () => {
    await post();
    await post({ channel: 'sms', recipient: '+61412345678' });
    await deliverMessages({ ...stage.deps, sms: null });
    const rows = await stage.db.selectFrom('messages').select(['channel', 'state']).orderBy('id').execute();
    expect(rows).toEqual([
      { channel: 'email', state: 'accepted' },
      { channel: 'sms', state: 'queued' },
    ]);
  });

  it('sends no held message', async () => {
    await post({}, { ...stage.deps, config: { ...stage.deps.config, vendorComms: false } });
    await deliverMessages(stage.deps);
    expect(stage.sent.mails).toEqual([]);
    expect(await only()).toMatchObject({ state: 'held', reason: 'Vendor communications are disabled.' });
  });

  it('renders a mail’s attachment on delivery, and retries if that fails', async () => {
    await post({ attachment: { kind: 'receipt', id: 7 } });
    await deliverMessages(stage.deps);
    expect(await only()).toMatchObject({ state: 'queued', attempts: 1, reason: 'It could not be handed over.' });
    expect(stage.sent.mails).toEqual([]);
    const receipt = async (_deps: Deps, id: number) => ({
      fileName: `receipt-${id}.pdf`,
      contentType: 'application/pdf',
      content: Buffer.from('drawn'),
    });
    await deliverMessages(stage.deps, { now: addMinutes(realNow(), 2), makers: { receipt } });
    expect(stage.sent.mails).toMatchObject([{ attachment: { fileName: 'receipt-7.pdf' } }]);
    expect((await only()).state).toBe('accepted');
  });

  it('logs why a message was not sent, with its id and its request, and without personal data', async () => {
    const requestId = 'request-of-the-message';
    await withLogFields({ requestId }, () => post({ attachment: { kind: 'receipt', id: 7 } }));
    const { id: messageId } = await only();
    const { log, lines, text } = readableLog();
    const receipt = () => Promise.reject(new TypeError('no payer ann@example.com'));
    await deliverMessages({ ...stage.deps, log }, { now: realNow(), makers: { receipt } });
    const refusing = { ...failing('The mail server refused it (550).'), log };
    await stage.db.updateTable('messages').set({ attachmentKind: null, attachmentId: null }).execute();
    await deliverMessages(refusing, { now: addMinutes(realNow(), 2) });
    expect(lines()).toMatchObject([
      { messageId, requestId, attempts: 1, msg: 'a message could not be sent', err: { message: 'no payer [email]' } },
      { messageId, requestId, attempts: 2, msg: 'a message was refused', err: { name: 'Error' } },
    ]);
    expect(lines()[0]?.err?.stack).toContain('deliver-messages.test.ts');
    expect(text()).not.toMatch(/ann@|very-secret/);
  });

  it('sends later messages while an earlier one takes long', async () => {
    const release = Promise.withResolvers<void>();
    const taken: string[] = [];
    const send = async ({ to }: { to: string }) => {
      taken.push(to);
      if (to.startsWith('slow')) await release.promise;
    };
    await post({ recipient: 'slow@example.com' });
    const run = deliverMessages({ ...stage.deps, mail: { send } });
    await vi.waitFor(() => expect(taken).toEqual(['slow@example.com']), 10_000);
    for (let count = 0; count < 7; count += 1) await post({ recipient: `quick${count}@example.com` });
    const accepted = stage.db.selectFrom('messages').select('recipient').where('state', '=', 'accepted');
    await vi.waitFor(async () => expect(await accepted.execute()).toHaveLength(7), 10_000);
    release.resolve();
    await run;
    expect(await accepted.execute()).toHaveLength(8);
    expect(taken).toHaveLength(8);
  });

  it('is requested after the commit, and not before', async () => {
    const nudge = vi.fn();
    const deps = { ...stage.deps, jobs: { ...stage.deps.jobs, nudge } };
    await inTransaction(deps, byTheProduct, async (work) => {
      await postMessage(work, invitation);
      expect(nudge).not.toHaveBeenCalled();
    });
    expect(nudge).toHaveBeenCalledExactlyOnceWith('deliver-messages');
  });
});

describe('a delivery that fails', () => {
  it('is retried after 1, 5, 30, 120 and 720 minutes, and given up after the sixth failure', async () => {
    await post();
    const deps = failing('The mail server refused it (550).');
    let now = addMinutes(realNow(), 1);
    for (const minutes of [1, 5, 30, 120, 720]) {
      await deliverMessages(deps, { now });
      const due = addMinutes(now, minutes);
      expect(await only()).toMatchObject({ state: 'queued', nextAttemptDate: due });
      const { attempts } = await only();
      await deliverMessages(deps, { now: addMinutes(due, -1) });
      expect((await only()).attempts).toBe(attempts);
      now = due;
    }
    await deliverMessages(deps, { now });
    const given = await only();
    expect(given).toMatchObject({ state: 'failed', attempts: 6, reason: 'The mail server refused it (550).' });
    expect(given.deliveredDate).toBeNull();
    // So that an admin can send it again.
    expect(given.sealedSecrets).not.toBeNull();
  });

  it('keeps no code of a message that was given up', async () => {
    await post({ kind: 'signing-code' });
    await stage.db.updateTable('messages').set({ attempts: 5 }).execute();
    await deliverMessages(failing('The mail server refused it (550).'));
    expect(await only()).toMatchObject({ state: 'failed', sealedSecrets: null });
  });

  it('has the same message id when it succeeds later', async () => {
    await post();
    const ids: string[] = [];
    const send = vi.fn(async ({ id }: { id: string }) => {
      ids.push(id);
      if (ids.length === 1) throw new DeliveryFailure('The mail server did not answer in time.');
    });
    const deps: Deps = { ...stage.deps, mail: { send } };
    await deliverMessages(deps);
    expect(await only()).toMatchObject({ state: 'queued', reason: 'The mail server did not answer in time.' });
    await deliverMessages(deps, { now: addMinutes(realNow(), 2) });
    expect(ids[0]).toBe(ids[1]);
    expect(await only()).toMatchObject({ state: 'accepted', reason: null });
  });

  it('is not due again while it is being sent, even if the run began long ago', async () => {
    await post();
    const began = addMinutes(realNow(), -20);
    await stage.db.updateTable('messages').set({ nextAttemptDate: began }).execute();
    const send = async () => expect((await only()).nextAttemptDate > realNow()).toBe(true);
    await deliverMessages({ ...stage.deps, mail: { send } }, { now: began });
    expect(await only()).toMatchObject({ state: 'accepted', attempts: 1 });
  });

  it('is retried after a crash between sending and recording', async () => {
    await post();
    const crashing: Deps = {
      ...stage.deps,
      clock: {
        ...stage.deps.clock,
        now: () => {
          throw new Error('killed');
        },
      },
    };
    await expect(deliverMessages(crashing)).rejects.toThrow('killed');
    expect(await only()).toMatchObject({ state: 'queued', attempts: 1 });
    await deliverMessages(stage.deps, { now: addMinutes(realNow(), 2) });
    expect(stage.sent.mails).toHaveLength(2);
    expect(new Set(stage.sent.mails.map(({ id }) => id)).size).toBe(1);
    expect((await only()).state).toBe('accepted');
  });

  it('does not stop the others, and logs nothing personal', async () => {
    await post({ recipient: 'broken@example.com' });
    await post({ recipient: 'fine@example.com' });
    const deps: Deps = {
      ...stage.deps,
      mail: {
        send: async ({ to }) => {
          if (to.startsWith('broken')) throw new Error(`cannot reach ${to}`);
        },
      },
    };
    await deliverMessages(deps);
    const rows = await stage.db.selectFrom('messages').select(['state', 'reason']).orderBy('id').execute();
    expect(rows).toEqual([
      { state: 'queued', reason: 'It could not be handed over.' },
      { state: 'accepted', reason: null },
    ]);
  });
});
