import { ContactsCard } from '@kerb/web/features/campaign-cards/contacts.card.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  campaign,
  campaignServer,
  fill,
  renderCards,
  sessions,
  type WireAgreement,
} from '../../../test/campaign-server.tsx';
import { problemResponse, type Seen, signedIn, usePage } from '../../../test/harness.tsx';

beforeAll(() => import('@kerb/web/features/campaign-cards/contacts.form.tsx'));
beforeEach(() => usePage());

const amy = { agentFirstName: 'Amy', agentSurname: 'Agent', agentEmail: 'amy@example.com' };

async function open(changed: Partial<WireAgreement> = {}, isEditing = true, handlers = {}) {
  const server = campaignServer(campaign(changed));
  const calls = await signedIn({ ...server.handlers, ...handlers });
  renderCards((record) => <ContactsCard record={record} standing="employee" />, sessions.employee);
  if (isEditing) {
    await userEvent.click(await screen.findByRole('button', { name: 'Edit contacts' }));
    await screen.findByRole('group', { name: 'Agent' });
  }
  return { ...server, calls };
}

const of = (group: 'Agent' | 'Conveyancer') => within(screen.getByRole('group', { name: group }));
const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
const saves = (calls: Seen[]) => calls.filter(({ method }) => method === 'PUT');

describe('the contacts card', () => {
  it('shows which contacts are known, which are not, and which the campaign does not have', async () => {
    await open({ ...amy, agentPhone: '+61290000000', agentCcEmails: 'a@example.com', noConveyancer: true }, false);
    const card = await screen.findByRole('region', { name: 'Contacts' });
    for (const words of ['Amy Agent', 'a@example.com', 'There is no conveyancer.']) {
      expect(card.textContent).toContain(words);
    }
    expect(within(card).getByRole('link', { name: 'amy@example.com' }).getAttribute('href')).toBe(
      'mailto:amy@example.com',
    );
    expect(within(card).getByRole('link', { name: '+61290000000' }).getAttribute('href')).toBe('tel:+61290000000');
    expect(card.querySelector('input')).toBeNull();
  });

  it('does not save until both contacts are valid', async () => {
    const { calls } = await open();
    expect(saveButton().disabled).toBe(true);
    fill(of('Agent').getByLabelText(/^First Name/), 'Amy');
    expect(saveButton().disabled).toBe(true);
    fill(of('Agent').getByLabelText(/^Surname/), 'Agent');
    fill(of('Agent').getByLabelText(/^Email/), 'amy');
    expect(await screen.findByText('That email address is not valid.')).toBeTruthy();
    expect(saveButton().disabled).toBe(true);
    fill(of('Agent').getByLabelText(/^Email/), 'amy@example.com');
    expect(saveButton().disabled).toBe(false);
    fill(of('Conveyancer').getByLabelText(/^Organisation/), 'Settle & Co');
    expect(saveButton().disabled).toBe(true);
    fill(of('Conveyancer').getByLabelText(/^Organisation/), '');
    await userEvent.click(saveButton());
    expect(await screen.findByText('Saved')).toBeTruthy();
    expect(saves(calls)[0]?.body).toEqual(amy);
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Agent' })).toBeNull());
  });

  it('adds the dial code to a phone on blur, and refuses an impossible number', async () => {
    await open(amy);
    const phone = of('Agent').getByLabelText<HTMLInputElement>('Phone');
    fill(phone, '02 9000 0000');
    expect(phone.value).toBe('+61290000000');
    expect(saveButton().disabled).toBe(false);
    fill(phone, '12');
    expect(await screen.findByText('That phone number is not valid.')).toBeTruthy();
    expect(saveButton().disabled).toBe(true);
  });

  it('joins the copies’ addresses by comma and space, and sends an empty list as null', async () => {
    const { calls } = await open({ ...amy, agentCcEmails: 'old@example.com' });
    const copies = of('Agent').getByLabelText<HTMLInputElement>('Agent CC emails');
    fill(copies, 'a@example.com,b@example.com');
    expect(copies.value).toBe('a@example.com, b@example.com');
    fill(copies, 'a@example.com, nobody');
    expect(await screen.findByText('That email address is not valid.')).toBeTruthy();
    expect(saveButton().disabled).toBe(true);
    fill(copies, ' ');
    await userEvent.click(saveButton());
    await waitFor(() => expect(saves(calls)[0]?.body).toEqual({ agentCcEmails: null }));
  });

  it('asks nothing about an agency if there is none', async () => {
    const { calls } = await open();
    await userEvent.click(of('Agent').getByRole('checkbox', { name: 'No agency' }));
    expect(of('Agent').queryByLabelText(/^First Name/)).toBeNull();
    await userEvent.click(saveButton());
    await waitFor(() => expect(saves(calls)[0]?.body).toEqual({ noAgency: true }));
  });

  it("shows the server's errors under their fields, and keeps the typed values", async () => {
    await open(amy, true, {
      'PUT /v1/agreements/10231': () =>
        problemResponse(400, { validation: { agentOrg: [{ type: 'notValid', message: 'Not this one.' }] } }),
    });
    const organisation = of('Agent').getByLabelText<HTMLInputElement>('Organisation');
    fill(organisation, 'Harbour');
    await userEvent.click(saveButton());
    expect(await screen.findByText('Not this one.')).toBeTruthy();
    expect(organisation.value).toBe('Harbour');
  });
});
