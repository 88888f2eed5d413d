import type { Agreement, agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import type { Branding } from '@kerb/domain/branding/branding.contract.ts';
import type { attachment } from '@kerb/domain/documents/documents.contract.ts';
import type { payer } from '@kerb/domain/payers/payers.contract.ts';
import type { Session } from '@kerb/domain/session/session.contract.ts';
import { ConfirmDialog } from '@kerb/web/design/confirm.dialog.tsx';
import { ToastHost } from '@kerb/web/design/toast-host.tsx';
import { oneCampaign } from '@kerb/web/features/campaigns/one-campaign.queries.ts';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { useQuery } from '@tanstack/react-query';
import { configure, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect } from 'vitest';
import type * as z from 'zod/mini';
import { admin, agent, renderPart, type Seen, vendor } from './harness.tsx';
import { aMember, aTenant } from './lists.ts';
import { costs, options } from './options.ts';

/** Sets a field's text at once, without simulating every key press. */
export function fill(field: HTMLElement, text: string): void {
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value: text } });
  fireEvent.blur(field);
}

export type WireAgreement = z.input<typeof agreement>;
export type WirePayer = z.input<typeof payer>;
export type WireDocument = z.input<typeof attachment>;

export const sessions = {
  admin,
  manager: { ...agent, userId: 11, displayName: 'Mia Manager' },
  employee: {
    ...agent,
    userId: 12,
    displayName: 'Eli Employee',
    memberships: [{ tenantId: 7, tenantName: 'Harbour Estate', tenantUserType: 'employee' }],
  },
  vendor: { ...vendor, userId: 31, displayName: 'Vera Vendor' },
} satisfies Record<string, Session>;

export const campaign = (changed: Partial<WireAgreement> = {}): WireAgreement => ({
  id: 10231,
  href: '/v1/agreements/10231',
  status: 'draft',
  name: '12 Wattle St, Yass',
  agentUser: { href: '/v1/users/12' },
  agentUserName: 'Eli Employee',
  nextActionDate: null,
  statusLastUpdate: '2026-11-03T22:05:00.000Z',
  sentDate: null,
  lastUpdateDate: '2026-11-04T01:30:00.000Z',
  createdDate: '2026-11-02T03:00:00.000Z',
  createdByName: 'Mia Manager',
  campaignBudget: 4200,
  hasMoney: false,
  isMoneyHeld: false,
  campaignBudgetFundsPurpose: 'marketing',
  campaignPlannedStartDate: '2026-12-01',
  financeOptionCode: null,
  tenant: { href: '/v1/tenants/7' },
  tenantName: 'Harbour Estate',
  tenantTimeZone: 'Australia/Sydney',
  budgetOwnerTenant: { href: '/v1/tenants/7' },
  property: null,
  vendorUrl: null,
  vendors: { href: '/v2/campaigns/10231/vendors' },
  signatories: { href: '/v1/signatories?agreementId=10231' },
  attachments: { href: '/v1/attachments?agreementId=10231' },
  ...changed,
});

export const vera = (changed: Partial<WirePayer> = {}): WirePayer => ({
  id: 501,
  href: '/v2/campaigns/10231/vendors/501',
  displayName: 'Vera Vendor',
  firstName: 'Vera',
  surname: 'Vendor',
  emailAddress: 'vera@example.com',
  mobilePhone: '+61412345678',
  signatureDate: null,
  sentDate: null,
  delivery: 'not-sent',
  deliveryReason: null,
  paymentUrl: null,
  userHref: '/v1/users/31',
  ...changed,
});

export const victor = (changed: Partial<WirePayer> = {}): WirePayer => ({
  ...vera(),
  id: 502,
  href: '/v2/campaigns/10231/vendors/502',
  displayName: 'Victor Vendor',
  firstName: 'Victor',
  emailAddress: 'victor@example.com',
  mobilePhone: null,
  userHref: '/v1/users/32',
  ...changed,
});

/** In another time zone than the page's own. */
export const organisation = (changed: object = {}) =>
  aTenant({ identifier: null, defaultTimeZone: 'Australia/Perth', ...changed });

const member = (userId: number, displayName: string, tenantUserType: string) =>
  aMember({ userId, displayName, tenantUserType, emailAddress: `${userId}@example.com` });

export const versioned = (body: object, version: number) => Response.json(body, { headers: { etag: `"${version}"` } });

/** The screen is a separate chunk. Load it beforehand, so that no test waits for it. */
export const loadCampaignScreen = () =>
  Promise.all([
    import('@kerb/web/app/organisation-page/organisation.screen.tsx'),
    import('@kerb/web/app/campaign-page/campaign.screen.tsx'),
    import('@kerb/web/features/payers/add-payer.dialog.tsx'),
    import('@kerb/web/features/payers/send-messages.dialog.tsx'),
    import('@kerb/web/design/further-styles.ts'),
  ]);

/** Waits until the page knows its primary action. Finished cards are folded, so their content is no sign of it. */
export const actionLoaded = () =>
  waitFor(() =>
    expect(screen.getByRole('region', { name: 'Status' }).querySelector('.mantine-Skeleton-root')).toBeNull(),
  );

/** The messages of a payer. A note fits in the text message if it is short. */
const previewOf = ({ id, displayName, emailAddress = '', mobilePhone }: WirePayer, note = '') => ({
  vendorId: id,
  displayName,
  problem: null,
  email: {
    to: emailAddress,
    from: 'Harbour Estate via KerbPay <no-reply@kerb.example>',
    replyTo: 'eli@harbour.example',
    subject: 'Harbour Estate: marketing costs',
    text: `Hello,\n\n${note && `A note from Harbour Estate:\n${note}\n\n`}Amount: $8,750\nReference: AU10231\n\nSee how you can pay:\nhttp://localhost:3000/pay/…`,
  },
  sms: mobilePhone
    ? {
        to: mobilePhone,
        from: null,
        text: `Hi, pay $8,750: http://localhost:3000/pay/…${note.length < 20 && note ? ` Note: ${note}` : ''}`,
        segments: 1,
        hasNote: note !== '' && note.length < 20,
      }
    : null,
});

export const branding = (changed: Partial<Branding> = {}): Branding => ({
  organisation: {
    name: 'Harbour Estate',
    phone: null,
    websiteUrl: null,
    logoUrl: null,
    hidesName: false,
    colour: null,
    shades: null,
  },
  agent: null,
  propertyPhoto: null,
  ...changed,
});

/** Chooses a status change from the menu beside the primary action. */
export async function chooseMove(name: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  await userEvent.click(screen.getByRole('menuitem', { name }));
}

type Handlers = Record<string, (seen: Seen) => Response | object | null | undefined>;

/** A fake server with one campaign, its payers and its organisation; a test changes what it needs. */
export function campaignServer(agreement: WireAgreement, payers: WirePayer[] = [vera()]) {
  // To ask for each element of this long page whether it is hidden takes longer than the test itself.
  configure({ defaultHidden: true });
  const state = { agreement, payers, documents: [] as WireDocument[], version: 3, options: options(), costs: costs() };
  const path = `/v1/agreements/${agreement.id}`;
  const handlers: Handlers = {
    [`GET ${path}`]: () => versioned(state.agreement, state.version),
    [`GET /v2/campaigns/${agreement.id}/vendors`]: () => ({ items: state.payers }),
    [`POST /v2/campaigns/${agreement.id}/preview-messages`]: ({ body }) => {
      const { vendorIds, note } = body as { vendorIds: number[]; note?: string };
      return { items: state.payers.filter(({ id }) => vendorIds.includes(id)).map((payer) => previewOf(payer, note)) };
    },
    [`GET ${path}/finance-options`]: () => state.options,
    [`GET ${path}/costs`]: () => state.costs,
    [`GET ${path}/branding`]: () => branding(),
    [`GET ${path}/comments`]: () => ({ items: [], isMore: false }),
    [`GET ${path}/history`]: () => ({ items: [], next: null }),
    [`GET ${path}/comment-people`]: () => ({ items: [] }),
    'GET /v1/attachments': () => ({ items: state.documents }),
    'GET /v1/tenants/7': () => organisation(),
    'GET /v1/tenants/7/users': () => ({
      items: [member(11, 'Mia Manager', 'manager'), member(12, 'Eli Employee', 'employee')],
    }),
    [`PUT ${path}`]: ({ body }) => {
      state.agreement = { ...state.agreement, ...(body as object) };
      state.version += 1;
      return versioned(state.agreement, state.version);
    },
    [`POST ${path}/set-status`]: ({ body }) => {
      const { status } = body as { status: WireAgreement['status'] };
      state.agreement = { ...state.agreement, status };
      state.version += 1;
      return versioned({ status, vendorUrl: state.agreement.vendorUrl ?? null }, state.version);
    },
  };
  return { state, handlers };
}

type Draw = (record: Versioned<Agreement>) => ReactNode;

function Drawn({ draw }: { draw: Draw }) {
  const { data } = useQuery(oneCampaign(10231));
  return data && draw(data);
}

/** Renders cards of the campaign alone, with questions and toasts, for the given session. */
export const renderCards = (draw: Draw, session: Session) =>
  renderPart(
    <>
      <Drawn draw={draw} />
      <ConfirmDialog />
      <ToastHost />
    </>,
    session,
  );
