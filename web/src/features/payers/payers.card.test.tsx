import { StaffPayers } from '@kerb/web/app/campaign-page/staff-payers.tsx';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  campaign,
  campaignServer,
  fill,
  loadCampaignScreen,
  renderCards,
  sessions,
  vera,
  victor,
  type WirePayer,
} from '../../../test/campaign-server.tsx';
import { problemResponse, signedIn, usePage } from '../../../test/harness.tsx';

beforeAll(loadCampaignScreen);
beforeEach(() => usePage());

const vendors = '/v2/campaigns/10231/vendors';
const sendAll = 'POST /v2/campaigns/10231/send-campaign';
const preview = '/v2/campaigns/10231/preview-messages';
const missing =
  'The following information must be added before the agreement can be sent to a vendor for review: Marketing Budget, Funding Request Date';

type Server = ReturnType<typeof campaignServer>;

async function open(prepare: (server: Server) => void = () => undefined, payers: WirePayer[] = [vera(), victor()]) {
  const server = campaignServer(campaign(), payers);
  prepare(server);
  const calls = await signedIn(server.handlers);
  renderCards(({ value }) => <StaffPayers agreement={value} standing="manager" />, sessions.manager);
  await screen.findByText(payers[0]!.displayName);
  return { ...server, calls };
}

const dialogOf = () => screen.findByRole('dialog', { name: 'Check the messages' });

/** Asks for the messages, and sends them as they are shown. */
async function sendFrom(button: HTMLElement) {
  await userEvent.click(button);
  const dialog = await dialogOf();
  await userEvent.click(within(dialog).getByRole('button', { name: /^Send to \d payers?$/ }));
}

const typeInto = async (name: RegExp, text: string) =>
  fill(within(await screen.findByRole('dialog')).getByLabelText(name), text);

describe('sending to all payers', () => {
  it.each([
    [true, 'Delivered'],
    [false, 'Accepted by the mail server'],
  ])('in a sandbox (%s) says of an accepted message: %s', async (sandbox, words) => {
    usePage({ sandbox });
    await open(undefined, [vera({ sentDate: '2026-11-04T00:00:00.000Z', delivery: 'accepted' })]);
    expect(screen.getByText(words)).toBeTruthy();
  });

  it('sends to those who have no Payment URL yet, and confirms it', async () => {
    const { calls } = await open(({ handlers, state }) => {
      handlers[sendAll] = () => {
        state.payers = [
          vera({ sentDate: '2026-11-04T00:00:00.000Z', delivery: 'accepted' }),
          victor({
            sentDate: '2026-11-04T00:00:00.000Z',
            delivery: 'held',
            deliveryReason: 'Vendor communications are disabled.',
          }),
        ];
        return { successCount: 2, failureCount: 0, validation: {} };
      };
    });
    await sendFrom(screen.getByRole('button', { name: 'Send to 2 payer(s)' }));
    expect(await screen.findByText('No Payment URLs are waiting to be sent.')).toBeTruthy();
    expect(calls.find(({ path }) => path.endsWith('/send-campaign'))?.body).toEqual({ vendorIds: [501, 502] });
    expect(screen.getByText('Accepted by the mail server')).toBeTruthy();
    expect(screen.getByText('Vendor communications are disabled.')).toBeTruthy();
    for (const name of ['Vera Vendor', 'Victor Vendor']) {
      expect(screen.getByRole('button', { name: `Resend Payment URL to ${name}` })).toBeTruthy();
    }
  });

  it('shows exactly what is missing', async () => {
    await open(({ handlers }) => {
      handlers[sendAll] = () => problemResponse(409, { displayText: missing });
    });
    await sendFrom(screen.getByRole('button', { name: 'Send to 2 payer(s)' }));
    expect((await screen.findByText(missing)).closest('[role="alert"]')).toBeTruthy();
  });

  it('lists the payers to whom nothing could be sent', async () => {
    await open(({ handlers }) => {
      handlers[sendAll] = () => ({
        successCount: 1,
        failureCount: 1,
        validation: { 502: [{ type: 'notValid', message: 'That mailbox is full.' }] },
      });
    });
    await sendFrom(screen.getByRole('button', { name: 'Send to 2 payer(s)' }));
    expect(await screen.findByText('Victor Vendor: That mailbox is full.')).toBeTruthy();
  });

  it('says if nothing could be sent at all', async () => {
    await open(({ handlers }) => {
      handlers[sendAll] = () => ({
        successCount: 0,
        failureCount: 2,
        validation: { 501: [], 502: [{ type: 'notValid', message: 'No.' }] },
      });
    });
    await sendFrom(screen.getByRole('button', { name: 'Send to 2 payer(s)' }));
    expect(await screen.findByText('The Payment URLs could not be sent.')).toBeTruthy();
    expect(screen.getByText('Vera Vendor: The Payment URL could not be sent.')).toBeTruthy();
  });

  it('also says so if the server fails', async () => {
    await open(({ handlers }) => {
      handlers[sendAll] = () => problemResponse(500, { displayText: 'An unexpected error occurred.' });
    });
    await sendFrom(screen.getByRole('button', { name: 'Send to 2 payer(s)' }));
    expect(await screen.findByText('The Payment URLs could not be sent.')).toBeTruthy();
  });
});

describe('sending to one payer', () => {
  it('sends only to that payer, and shows a refusal in the server’s words', async () => {
    const { calls } = await open(({ handlers }) => {
      handlers[sendAll] = () => problemResponse(409, { displayText: missing });
    });
    await sendFrom(screen.getByRole('button', { name: 'Send Payment URL to Victor Vendor' }));
    expect(await screen.findByText(missing)).toBeTruthy();
    const posted = calls.filter(({ method }) => method === 'POST');
    expect(posted.map(({ path, body }) => [path, body])).toEqual([
      [preview, { vendorIds: [502], isReminder: false }],
      ['/v2/campaigns/10231/send-campaign', { vendorIds: [502] }],
    ]);
  });

  it('says that the Payment URL could not be sent if the error says nothing better', async () => {
    await open(({ handlers }) => {
      handlers[sendAll] = () => new Response('<html>', { status: 502 });
    });
    await sendFrom(screen.getByRole('button', { name: 'Send Payment URL to Vera Vendor' }));
    expect(await screen.findByText('The Payment URL could not be sent.')).toBeTruthy();
  });
});

describe('the messages before they are sent', () => {
  const openDialog = async (prepare?: (server: Server) => void) => {
    const opened = await open(prepare);
    await userEvent.click(screen.getByRole('button', { name: 'Send to 2 payer(s)' }));
    return { ...opened, dialog: await dialogOf() };
  };
  const type = (dialog: HTMLElement, note: string) =>
    fireEvent.change(within(dialog).getByLabelText(/^Your note/), { target: { value: note } });

  it('are shown as each payer will get them, by mail and as a text message', async () => {
    const { dialog, calls } = await openDialog();
    const mail = within(within(dialog).getByRole('region', { name: 'Email to vera@example.com' }));
    expect(mail.getByText('Harbour Estate via KerbPay <no-reply@kerb.example>')).toBeTruthy();
    expect(mail.getByText('See how you can pay')).toBeTruthy();
    expect(mail.getByText('$8,750')).toBeTruthy();
    expect(within(dialog).getByRole('region', { name: 'Messages to Victor Vendor' })).toBeTruthy();
    expect(calls.some(({ path }) => path.endsWith('/send-campaign'))).toBe(false);
  });

  it('have the note that was typed, and are sent with it', async () => {
    const { dialog, calls } = await openDialog(({ handlers }) => {
      handlers[sendAll] = () => ({ successCount: 2, failureCount: 0, validation: {} });
    });
    type(dialog, 'See you on Monday, and please bring the keys.');
    expect((await within(dialog).findAllByText(/bring the keys/, { selector: 'p' })).length).toBeGreaterThan(0);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Send to 2 payers' }));
    await waitFor(() =>
      expect(calls.find(({ path }) => path.endsWith('/send-campaign'))?.body).toEqual({
        vendorIds: [501, 502],
        note: 'See you on Monday, and please bring the keys.',
      }),
    );
  });

  it('show why a note is refused, under its field, and are not sent', async () => {
    const words = 'Please take out ‘evil.example’. A note cannot have a web or email address.';
    const { dialog } = await openDialog(({ handlers }) => {
      const shown = handlers[`POST ${preview}`]!;
      handlers[`POST ${preview}`] = (seen) =>
        (seen.body as { note?: string }).note
          ? problemResponse(400, { validation: { note: [{ type: 'notValid', message: words }] } })
          : shown(seen);
    });
    type(dialog, 'See evil.example');
    expect(await within(dialog).findByText(words)).toBeTruthy();
    expect(
      within(dialog)
        .getByLabelText(/^Your note/)
        .getAttribute('aria-invalid'),
    ).toBe('true');
    const send = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Send to 2 payers' });
    expect(send.disabled).toBe(true);
  });

  it('are not shown if the campaign cannot be sent; the card says why', async () => {
    await open(({ handlers }) => {
      handlers[`POST ${preview}`] = () => problemResponse(409, { displayText: missing });
    });
    await userEvent.click(screen.getByRole('button', { name: 'Send to 2 payer(s)' }));
    expect((await screen.findByText(missing)).closest('[role="alert"]')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('how far the messages got', () => {
  const at = '2026-11-04T00:00:00.000Z';
  const sent = { sentDate: at, delivery: 'accepted' as const };

  it('is shown by channel, with the reason why one came back', async () => {
    const reason = 'The address or number does not exist.';
    const deliveries: WirePayer['deliveries'] = [
      { channel: 'email', stage: 'bounced', reason, date: at },
      { channel: 'sms', stage: 'opened', reason: null, date: at },
    ];
    await open(undefined, [vera({ ...sent, deliveries, openedDate: at })]);
    expect(screen.getByText('Email: Came back')).toBeTruthy();
    expect(screen.getByText(reason)).toBeTruthy();
    expect(screen.getByText('SMS: Opened')).toBeTruthy();
    expect(screen.queryByText('Link opened')).toBeNull();
    // It came back, so it can be sent again with all that wait.
    expect(screen.getByRole('button', { name: 'Send to 1 payer(s)' })).toBeTruthy();
  });

  it('says that a link was opened that no message had, as one that was copied', async () => {
    const deliveries: WirePayer['deliveries'] = [{ channel: 'email', stage: 'delivered', reason: null, date: at }];
    await open(undefined, [vera({ ...sent, deliveries, openedDate: at })]);
    expect(screen.getByText('Link opened')).toBeTruthy();
  });

  it('offers to nudge a payer who has not opened the link, with the same look at the messages first', async () => {
    const { calls } = await open(
      ({ handlers }) => {
        handlers['POST /v2/campaigns/10231/nudge-payers'] = () => ({
          successCount: 1,
          failureCount: 0,
          validation: {},
        });
      },
      [vera({ ...sent, mayBeNudged: true }), victor({ ...sent, mayBeNudged: false })],
    );
    expect(screen.queryByRole('button', { name: 'Nudge Victor Vendor' })).toBeNull();
    await sendFrom(screen.getByRole('button', { name: 'Nudge Vera Vendor' }));
    expect(await screen.findByText('Sent')).toBeTruthy();
    const posted = calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);
    expect(posted).toEqual([
      [preview, { vendorIds: [501], isReminder: true }],
      ['/v2/campaigns/10231/nudge-payers', { vendorIds: [501] }],
    ]);
  });
});

describe('adding a payer', () => {
  it('adds the dial code to the mobile on blur, and omits an empty mobile', async () => {
    const { calls } = await open(({ handlers, state }) => {
      handlers[`POST ${vendors}`] = () => {
        const added = { ...victor(), id: 503, displayName: 'Vic Torious' };
        state.payers = [...state.payers, added];
        return added;
      };
    });
    await userEvent.click(screen.getByRole('button', { name: 'Add payer' }));
    await typeInto(/^First Name/, 'Vic');
    await typeInto(/^Surname/, 'Torious');
    await typeInto(/^Email/, 'vic@example.com');
    await typeInto(/^Mobile/, '0412 345 678');
    const dialog = screen.getByRole('dialog');
    expect(within(dialog).getByLabelText<HTMLInputElement>(/^Mobile/).value).toBe('+61412345678');
    fill(within(dialog).getByLabelText(/^Mobile/), '');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add payer' }));
    expect(await screen.findByText('payer Added')).toBeTruthy();
    expect(await screen.findByText('Vic Torious')).toBeTruthy();
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      firstName: 'Vic',
      surname: 'Torious',
      emailAddress: 'vic@example.com',
    });
  });

  it('shows the server’s errors under their fields and keeps the typed values', async () => {
    const message = 'Please use a different email address for each Vendor/Buyer';
    await open(({ handlers }) => {
      handlers[`POST ${vendors}`] = () =>
        problemResponse(400, { validation: { emailAddress: [{ type: 'conflictingValue', message }] } });
    });
    await userEvent.click(screen.getByRole('button', { name: 'Add payer' }));
    await typeInto(/^First Name/, 'Vera');
    await typeInto(/^Surname/, 'Again');
    await typeInto(/^Email/, 'VERA@example.com');
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add payer' }));
    expect(await screen.findByText(message)).toBeTruthy();
    const email = screen.getByLabelText<HTMLInputElement>(/^Email/);
    expect(email.value).toBe('VERA@example.com');
    expect(email.getAttribute('aria-invalid')).toBe('true');
  });

  it('refuses a name in another script under its field, and keeps what was typed', async () => {
    const { calls } = await open();
    await userEvent.click(screen.getByRole('button', { name: 'Add payer' }));
    await typeInto(/^First Name/, '王小明');
    const words = 'Please enter the name in Latin letters, as on the passport or licence.';
    expect(await screen.findByText(words)).toBeTruthy();
    const name = screen.getByLabelText<HTMLInputElement>(/^First Name/);
    expect([name.value, name.getAttribute('aria-invalid')]).toEqual(['王小明', 'true']);
    await typeInto(/^Surname/, 'Wáng');
    await typeInto(/^Email/, 'wang@example.com');
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add payer' }));
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  });

  it('returns the focus to its button when it is closed', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Add payer' }));
    await screen.findByRole('dialog');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add payer' }));
  });

  it('says at once that a landline is not a mobile', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Add payer' }));
    await typeInto(/^Mobile/, '02 9876 5432');
    expect(await screen.findByText('That is not a mobile phone number.')).toBeTruthy();
  });
});

describe('removing a payer', () => {
  it('asks first', async () => {
    const { calls, state } = await open(({ handlers, state: now }) => {
      handlers[`DELETE ${vendors}/501`] = () => {
        now.payers = now.payers.slice(1);
        return undefined;
      };
    });
    await userEvent.click(screen.getByRole('button', { name: 'Remove Vera Vendor' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Are you sure you want to remove Vera Vendor?');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('payer removed')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('vera@example.com')).toBeNull());
    expect(calls.some(({ method, path }) => method === 'DELETE' && path === `${vendors}/501`)).toBe(true);
    expect(state.payers).toHaveLength(1);
  });

  it('is not offered for a payer who has signed', async () => {
    await open(undefined, [vera({ signatureDate: '2026-11-04T00:00:00.000Z' })]);
    expect(screen.getByText('Signed')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /Send/ })).toBeNull();
  });
});

describe('the payers card', () => {
  it('says whose the Payment URL is, and lets the others’ be copied', async () => {
    const hidden = 'http://kerb.test/pay/…';
    const [first, second] = [vera({ paymentUrl: hidden }), victor({ paymentUrl: hidden })];
    const asked: unknown[] = [];
    await open(
      (server) => {
        server.state.agreement = campaign({ status: 'waiting-invite', vendorUrl: hidden });
        for (const { id } of [first, second]) {
          server.handlers[`POST /v2/campaigns/10231/vendors/${id}/payment-url`] = ({ body }) => {
            asked.push([id, body]);
            return { paymentUrl: `http://kerb.test/pay/whole-${id}` };
          };
        }
      },
      [first, second],
    );
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Payment URL' });
    expect([field.value, field.readOnly]).toEqual([hidden, true]);
    expect(screen.getByText(/This link is for Vera Vendor only. The log names who opens/)).toBeTruthy();
    const writeText = vi.fn(async () => undefined);
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    fireEvent.click(screen.getByRole('button', { name: 'Copy Payment URL of Victor Vendor' }));
    await waitFor(() => expect(writeText).toHaveBeenCalledWith(`http://kerb.test/pay/whole-${second.id}`));
    expect(await screen.findByText('Copied')).toBeTruthy();
    const tab = { opener: window, location: { replace: vi.fn() } };
    vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
    fireEvent.click(screen.getByRole('button', { name: 'Open' }));
    await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith(`http://kerb.test/pay/whole-${first.id}`));
    expect(tab.opener).toBeNull();
    expect(asked).toEqual([
      [second.id, { for: 'copy' }],
      [first.id, { for: 'open' }],
    ]);
  });

  it('has a hint about owners, except for a deposit, whose payers are buyers', async () => {
    await open();
    expect(screen.getByText('All registered owners on the title must be added')).toBeTruthy();
  });

  it('of a deposit has the heading Buyers', async () => {
    await open(({ state }) => {
      state.agreement = campaign({ campaignBudgetFundsPurpose: 'deposit' });
    });
    expect(screen.getByRole('region', { name: 'Buyers' })).toBeTruthy();
    expect(screen.queryByText('All registered owners on the title must be added')).toBeNull();
  });
});
