import { createHash } from 'node:crypto';
import { StaffPayers } from '@kerb/web/app/campaign-page/staff-payers.tsx';
import { IdentityChecksCard } from '@kerb/web/features/signing/identity-checks.card.tsx';
import { SignaturesCard } from '@kerb/web/features/signing/signatures.card.tsx';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { campaign, campaignServer, fill, renderCards, sessions, vera } from '../../../test/campaign-server.tsx';
import { document as aDocument } from '../../../test/documents.ts';
import { problemResponse, renderApp, signedIn, usePage } from '../../../test/harness.tsx';
import { aSignatory, terms, type WireSignatory } from '../../../test/signing.ts';

beforeAll(() =>
  Promise.all([
    import('@kerb/web/features/signing/signatory.dialog.tsx'),
    import('@kerb/web/features/payers/payment-qr.dialog.tsx'),
    import('@kerb/web/features/signing/authorise.dialog.tsx'),
    import('@kerb/web/features/signing/verify.screen.tsx'),
    import('@kerb/web/features/sandbox/identity.screen.tsx'),
  ]),
);
beforeEach(() => usePage());

type Handlers = Parameters<typeof signedIn>[0];
const others = { isOwn: false, readOnlyFields: [] };

async function serve(signatories: WireSignatory[], more: Handlers = {}, agreement = campaign()) {
  const server = campaignServer(agreement, [vera({ paymentUrl: 'https://kerb.test/p/abc' })]);
  return signedIn({
    ...server.handlers,
    'GET /v1/signatories': () => ({ signatories }),
    'GET /v1/agreements/10231/finance-terms': () => terms(),
    ...more,
  });
}

describe('a payer’s details, as the team sees them', () => {
  const open = async (
    signatory: WireSignatory,
    who: 'admin' | 'manager',
    more: Handlers = {},
    agreement = campaign(),
  ) => {
    const calls = await serve([signatory], more, agreement);
    renderCards(({ value }) => <StaffPayers agreement={value} standing={who} />, sessions[who]);
    await userEvent.click(await screen.findByRole('button', { name: 'Details of Vera Vendor' }));
    return { calls, dialog: within(await screen.findByRole('dialog')) };
  };

  it('can all be changed by an admin', async () => {
    const { calls, dialog } = await open(aSignatory({ ...others, amlCheckCompleted: false }), 'admin', {
      'PUT /v1/signatories/501': () => aSignatory(),
    });
    fill(await dialog.findByLabelText(/Date of Birth/), '1907-01-31');
    fill(dialog.getByLabelText(/Date of Birth/), '1900-01-31');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('The date of birth must be between 17 and 120 years ago.')).toBeTruthy();
    fill(dialog.getByLabelText(/Date of Birth/), '1980-01-31');
    await userEvent.click(dialog.getByLabelText('AML check completed'));
    await userEvent.click(dialog.getByLabelText(/residential address is different/));
    fill(dialog.getByLabelText(/^Residential Address/), '7 Banksia Way');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findAllByText(/This is required|Enter a postcode/)).not.toHaveLength(0);
    fill(dialog.getByLabelText(/Suburb/), 'Yass');
    fill(dialog.getByLabelText(/State/), 'NSW');
    fill(dialog.getByLabelText(/Postcode/), '2582');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('Vera Vendor');
    const saved = calls.find(({ method }) => method === 'PUT');
    expect(saved?.body).toMatchObject({
      dateOfBirth: '1980-01-31',
      amlCheckCompleted: true,
      city: 'Yass',
      state: 'NSW',
    });
  });

  it.each(['firstName', 'emailAddress'] as const)('keep and do not send %s if the server fixes it', async (field) => {
    const more = { 'PUT /v1/signatories/501': () => aSignatory() };
    const fixed = aSignatory({ ...others, readOnlyFields: [field] });
    const { calls, dialog } = await open(fixed, 'admin', more);
    const label = field === 'firstName' ? /First Name/ : /^Email/;
    expect((await dialog.findByLabelText<HTMLInputElement>(label)).readOnly).toBe(true);
    fill(dialog.getByLabelText(/Surname/), 'Vendor-Haumai');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(calls.some(({ method }) => method === 'PUT')).toBe(true));
    expect(Object.keys(calls.find(({ method }) => method === 'PUT')?.body as object)).not.toContain(field);
  });

  it('warn an admin if a team member has the same mobile', async () => {
    const shared = { field: 'mobilePhone', name: 'Kim Lee', holder: 'team' } as const;
    const { dialog } = await open(aSignatory(others), 'admin', {
      'GET /v2/campaigns/10231/vendors': () => ({ items: [vera({ sharedContacts: [shared] })] }),
    });
    const words = 'The mobile of Vera Vendor is also that of Kim Lee (team member).';
    expect(await dialog.findByText(words)).toBeTruthy();
  });

  it('say whether it is certain that the payer confirmed the mobile', async () => {
    const fixed = { ...others, readOnlyFields: ['mobilePhone'] };
    const { dialog } = await open(aSignatory({ ...fixed, mobilePhoneConfirmedByPayer: false }), 'admin');
    expect(await dialog.findByText('A code was entered, but perhaps not by the payer')).toBeTruthy();
  });

  it('omit for an organisation the fields that it may not see, and the codes', async () => {
    const { dateOfBirth, residentialAddress, city, state, postalCode, employmentType, ...told } = aSignatory(others);
    const { dialog } = await open({ ...told, emailAddressConfirmationDate: null }, 'manager');
    expect(await dialog.findByLabelText(/Surname/)).toBeTruthy();
    expect(dialog.queryByLabelText(/Date of Birth/)).toBeNull();
    expect(dialog.queryByRole('button', { name: 'Send code' })).toBeNull();
  });

  it('are plain text once they were signed', async () => {
    const readOnlyFields = Object.keys(aSignatory());
    const { dialog } = await open(aSignatory({ isOwn: false, readOnlyFields, dateOfBirth: '1980-01-31' }), 'admin');
    expect(await dialog.findByText('31 Jan 1980')).toBeTruthy();
    expect(dialog.queryByRole('textbox')).toBeNull();
  });

  it('show an admin the payer’s ID, which can be opened and removed, and show a manager none', async () => {
    const own = { purpose: 'vendor-id', signatory: { href: '/v1/signatories/501' } } as const;
    const documents = [
      aDocument({ ...own, fileName: 'licence.pdf' }),
      aDocument({ id: 72, ...own, signatory: { href: '/v1/signatories/502' }, fileName: 'theirs.pdf' }),
    ];
    const handlers = {
      'GET /v1/attachments': () => ({ items: documents }),
      'GET /v1/assets/1071/content': () => new Response('bytes'),
      'DELETE /v1/attachments/71': () => {
        documents.shift();
        return new Response(null, { status: 204 });
      },
    };
    for (const readOnlyFields of [[], Object.keys(aSignatory())]) {
      const { calls, dialog } = await open(aSignatory({ isOwn: false, readOnlyFields }), 'admin', handlers);
      const proof = within(await dialog.findByRole('region', { name: 'Proof of identity' }));
      expect(await proof.findByText('licence.pdf')).toBeTruthy();
      expect(proof.queryByText('theirs.pdf')).toBeNull();
      expect(proof.getByRole('button', { name: 'Download: licence.pdf' })).toBeTruthy();
      expect(calls.some(({ path }) => path.startsWith('/v1/assets/'))).toBe(false);
      cleanup();
    }
    const { dialog } = await open(aSignatory(others), 'admin', handlers);
    await userEvent.click(await dialog.findByRole('button', { name: 'Delete: licence.pdf' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(await dialog.findByText('Nothing has been added yet.')).toBeTruthy();
    cleanup();
    const manager = await open(aSignatory(others), 'manager', handlers);
    expect(await manager.dialog.findByLabelText(/Surname/)).toBeTruthy();
    expect(manager.dialog.queryByRole('region', { name: 'Proof of identity' })).toBeNull();
  });

  it('include a Payment URL that can be shown as a QR code', async () => {
    const whole = { paymentUrl: 'https://kerb.test/p/abc' };
    const handlers = { 'POST /v2/campaigns/10231/vendors/501/payment-url': () => whole };
    await serve([aSignatory(others)], handlers, campaign({ vendorUrl: 'https://kerb.test/p/…' }));
    renderCards(({ value }) => <StaffPayers agreement={value} standing="manager" />, sessions.manager);
    await userEvent.click(await screen.findByRole('button', { name: 'QR code' }));
    expect(await screen.findByRole('img', { name: 'QR code of the Payment URL for Vera Vendor' })).toBeTruthy();
  });
});

describe('the signatures', () => {
  const approved = campaign({ status: 'approved', financeOptionCode: 'pl' });
  const signed = aSignatory({
    ...others,
    signatureDate: '2026-11-04T01:00:00.000Z',
    signatureMetadata: {
      ipAddress: '203.0.113.7',
      userAgent: 'Firefox',
      geoLocation: null,
      authorisationType: 'sms',
      signingUserName: 'Vera Vendor',
      signingUserEmail: 'vera@example.com',
      isOnBehalf: false,
    },
  });
  const victor = { ...others, id: 502, displayName: 'Victor Vendor', mobilePhoneConfirmationDate: null };

  it('show who has signed, when and how, and who has not', async () => {
    await serve([signed, aSignatory(victor)], {}, approved);
    renderCards(({ value }) => <SignaturesCard agreement={value} standing="admin" />, sessions.admin);
    expect(await screen.findByText(/authorised by SMS code, from 203.0.113.7/)).toBeTruthy();
    expect(screen.getByText('Not signed yet')).toBeTruthy();
    const confirmed = await screen.findByRole('list', { name: 'What each signatory confirms' });
    expect(confirmed.textContent).toBe('I have read & understood it.I agree to sign electronically.');
  });

  it('say who signed for whom', async () => {
    const { signatureMetadata } = signed;
    const onBehalf = { ...signatureMetadata!, isOnBehalf: true, signingUserName: 'Ann Admin' };
    await serve([{ ...signed, signatureMetadata: onBehalf }], {}, approved);
    renderCards(({ value }) => <SignaturesCard agreement={value} standing="admin" />, sessions.admin);
    expect(await screen.findByText(/^for Vera Vendor by Ann Admin \(vera@example.com\)/)).toBeTruthy();
  });

  it('can be sent as a copy once everyone has signed, and show when one was delivered', async () => {
    const { signatureMetadata } = signed;
    const delivered = {
      ...signed,
      signatureMetadata: { ...signatureMetadata!, copyDeliveredDate: '2026-11-04T02:30:00.000Z' },
    };
    const calls = await serve(
      [delivered],
      { 'POST /v1/signatories/501/send-agreement': () => delivered },
      campaign({ status: 'signed', financeOptionCode: 'pl' }),
    );
    renderCards(({ value }) => <SignaturesCard agreement={value} standing="admin" />, sessions.admin);
    expect(await screen.findByText(/copy delivered Wed 4 Nov 2026/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Send copy: Vera Vendor' }));
    expect(await screen.findByText('Sent')).toBeTruthy();
    expect(calls.filter(({ path }) => path.endsWith('/send-agreement'))).toHaveLength(1);
  });

  it('can be tried again only after a wait, once five wrong codes were entered', async () => {
    const path = 'POST /v1/signatories/502/request-signature';
    const calls = await serve(
      [
        signed,
        aSignatory({
          ...victor,
          mobilePhoneConfirmationDate: '2026-11-01T00:00:00.000Z',
          submittedDate: '2026-11-02T00:00:00.000Z',
        }),
      ],
      {
        [path]: () => ({ authorisationMethod: 'sms', sentTo: '5678' }),
        'POST /v1/agreements/10231/sign': () =>
          new Response(JSON.stringify({ type: '/problems/too-many', title: 'No', status: 429, displayText: 'No.' }), {
            status: 429,
            headers: { 'content-type': 'application/problem+json', 'retry-after': '582' },
          }),
      },
      approved,
    );
    renderCards(({ value }) => <SignaturesCard agreement={value} standing="admin" />, sessions.admin);
    await userEvent.click(await screen.findByRole('button', { name: 'Sign on their behalf' }));
    const dialog = within(await screen.findByRole('dialog'));
    fill(dialog.getByLabelText('Authorisation code'), '111111');
    await userEvent.click(dialog.getByRole('button', { name: 'Sign' }));
    const words = /^You have entered too many wrong codes\. You can try again in 9:\d\d\.$/;
    expect((await dialog.findByRole('alert')).textContent).toBe('You have entered too many wrong codes.');
    expect(dialog.getByText(words)).toBeTruthy();
    for (const name of ['Sign', 'Send another code']) {
      expect(dialog.getByRole('button', { name }).hasAttribute('disabled')).toBe(true);
    }
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Sign on their behalf' }).hasAttribute('disabled')).toBe(true);
    expect(calls.filter(({ path: asked }) => asked.endsWith('/request-signature'))).toHaveLength(1);
  });

  it('cannot be given on behalf of a payer without a verified mobile', async () => {
    const calls = await serve([signed, aSignatory(victor)], {}, approved);
    renderCards(({ value }) => <SignaturesCard agreement={value} standing="admin" />, sessions.admin);
    await userEvent.click(await screen.findByRole('button', { name: 'Sign on their behalf' }));
    const words = "You can't sign on behalf of this signatory because they don't have a verified mobile phone number.";
    expect(await screen.findByText(words)).toBeTruthy();
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  });
});

describe('identity checks', () => {
  const check = {
    entityId: 'E-77',
    link: 'https://identity.test/E-77',
    createDate: '2026-11-04T01:00:00.000Z',
    checkDate: null,
    checkResult: null,
    smsSentDate: null,
  };

  it('start with a profile', async () => {
    const calls = await serve([aSignatory({ ...others, identityChecks: [] })], {
      'POST /v2/frankie-one/create-profile': () => aSignatory({ ...others, identityChecks: [check] }),
    });
    renderCards(({ value }) => <IdentityChecksCard agreement={value} />, sessions.admin);
    await userEvent.click(await screen.findByRole('button', { name: 'Create profile: Vera Vendor' }));
    expect(await screen.findByText('Done')).toBeTruthy();
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ signatoryId: 501 });
  });

  it('say that they are not set up, and offer nothing, without a provider', async () => {
    usePage({ notSetUp: ['identity'] });
    await serve([aSignatory({ ...others, identityChecks: [] })]);
    renderCards(({ value }) => <IdentityChecksCard agreement={value} />, sessions.admin);
    expect(await screen.findByText('Identity checks are not set up.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Create profile/ })).toBeNull();
  });

  // biome-ignore format: a table
  it.each([
    ['Create profile',     'create-profile', 'There was an error while creating profile', []],
    ['Run check',          'run-check',      'There was an error while running check',    [check]],
    ['Send biometric SMS', 'send-sms',       'There was an error while sending SMS',      [check]],
  ])('show an error if %s fails', async (button, path, words, identityChecks) => {
    await serve([aSignatory({ ...others, identityChecks })], {
      [`POST /v2/frankie-one/${path}`]: () => problemResponse(502, { displayText: words }),
    });
    renderCards(({ value }) => <IdentityChecksCard agreement={value} />, sessions.admin);
    await userEvent.click(await screen.findByRole('button', { name: `${button}: Vera Vendor` }));
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('link to the profile, in a sandbox to a page where the check is passed, failed or left open', async () => {
    await serve([aSignatory({ ...others, identityChecks: [check] })]);
    renderCards(({ value }) => <IdentityChecksCard agreement={value} />, sessions.admin);
    expect((await screen.findByRole('link', { name: 'E-77' })).getAttribute('href')).toBe('https://identity.test/E-77');
    usePage({ sandbox: true, environment: 'sandbox' });
    const calls = await signedIn({
      'GET /v1/sandbox/identity/E-77': () => ({ entityId: 'E-77', outcome: null }),
      'POST /v1/sandbox/identity/E-77': ({ body }) => ({ entityId: 'E-77', ...(body as object) }),
    });
    renderApp('/sandbox/identity/E-77', null);
    await userEvent.click(await screen.findByRole('button', { name: 'Fail the check' }));
    expect(await screen.findByText(/The check has been failed/)).toBeTruthy();
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ outcome: 'fail' });
  });
});

describe('verifying a signed agreement', () => {
  const genuine = {
    isGenuine: true,
    isInForce: true,
    flowNumber: 'AU10231',
    title: 'Pay Later loan agreement',
    signedDate: '2026-11-04T01:00:00.000Z',
    sha256: 'ab'.repeat(32),
    signatures: [{ initials: 'V. V.', signatureDate: '2026-11-04T01:00:00.000Z' }],
  };

  it('accepts its code, from anyone', async () => {
    const calls = await signedIn({ 'GET /v1/verify': () => genuine });
    renderApp('/verify', null);
    fill(await screen.findByLabelText('Or its code'), 'abcd2345');
    await userEvent.click(screen.getByRole('button', { name: 'Check' }));
    expect(await screen.findByText('This is the agreement that was signed, unchanged.')).toBeTruthy();
    expect(screen.getByText('Signature of V. V.')).toBeTruthy();
    expect(calls.find(({ path }) => path === '/v1/verify')?.query.get('code')).toBe('ABCD2345');
  });

  it('accepts the file itself, which is not uploaded: only its fingerprint is sent', async () => {
    const calls = await signedIn({ 'GET /v1/verify': () => genuine });
    renderApp('/verify', null);
    await screen.findByText('The agreement as a PDF');
    const file = new File(['%PDF-1.7'], 'agreement.pdf', { type: 'application/pdf' });
    fireEvent.change(document.querySelector('input[type="file"]')!, { target: { files: [file] } });
    expect(await screen.findByText('This is the agreement that was signed, unchanged.')).toBeTruthy();
    const sha256 = createHash('sha256').update('%PDF-1.7').digest('hex');
    const [asked] = calls.filter(({ path }) => path === '/v1/verify');
    expect([asked?.query.get('hash'), asked?.body]).toEqual([sha256, undefined]);
  });

  // biome-ignore format: a table
  it.each([
    ['unknown-code', /^We know no such code\. Please check it/],
    ['unknown-file', /^This is not an agreement that was signed with KerbPay/],
  ])('says so if it is another: %s', async (reason, words) => {
    await signedIn({ 'GET /v1/verify': () => ({ isGenuine: false, reason }) });
    renderApp('/verify', null);
    fill(await screen.findByLabelText('Or its code'), 'abcd2345');
    await userEvent.click(screen.getByRole('button', { name: 'Check' }));
    expect(await screen.findByText(words)).toBeTruthy();
  });
});
