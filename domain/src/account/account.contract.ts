import { longestPassword } from '@kerb/domain/session/password.ts';
import { secondFactor } from '@kerb/domain/session/second-factor.contract.ts';
import { noticeFlags, userTenant } from '@kerb/domain/team/team.contract.ts';
import { digits, id, link, moment, requiredText, text } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import { personName } from '@kerb/domain/wire/printable-text.ts';
import * as z from 'zod/mini';

/** The actor's own account. */
export const account = z.object({
  userId: id,
  displayName: z.string(),
  firstName: z.string(),
  surname: z.string(),
  emailAddress: z.string(),
  mobilePhone: z.nullable(z.string()),
  mobilePhoneIsConfirmed: z.boolean(),
  jobTitle: z.nullable(z.string()),
  profilePictureHref: z.nullable(z.string()),
  lastPasswordChangeDate: z.nullable(moment),
  secondFactor,
  tenants: z.array(userTenant),
});
export type Account = z.output<typeof account>;

export const savedAccount = z.strictObject({
  firstName: z.optional(personName(100)),
  surname: z.optional(personName(100)),
  mobilePhone: z.optional(z.nullable(text(30))),
  jobTitle: z.optional(z.nullable(text(100))),
  profilePicture: z.optional(z.nullable(link('/v1/assets'))),
});
export type SavedAccount = z.output<typeof savedAccount>;

/** Without a code, a code is sent. With the code, the mobile is confirmed. */
export const verification = z.strictObject({ code: z.optional(requiredText(20)) });

const typedPassword = z.string().check(z.minLength(1), z.maxLength(longestPassword));
export const newPassword = z.strictObject({
  currentPassword: typedPassword,
  newPassword: typedPassword,
  /** Whether to log out every other browser. */
  endOtherSignIns: z._default(z.boolean(), true),
});

/** A browser in which the user is logged in. */
export const signIn = z.object({
  id,
  href: z.string(),
  device: z.string(),
  ipAddress: z.nullable(z.string()),
  /** How the person logged in; null for a sign-in from before this was kept. */
  means: z.nullable(z.string()),
  createdDate: moment,
  lastActiveDate: moment,
  isCurrent: z.boolean(),
});
export type SignIn = z.output<typeof signIn>;

export const dismissedBanner = z.strictObject({ bannerId: requiredText(60) });

export const savedNotices = z.strictObject(noticeFlags);

const oneSignIn = z.object({ id: digits });
const oneTenant = z.object({ tenantId: digits });

// biome-ignore format: a table
export const accountEndpoints = defineEndpoints({
  read:           { method: 'GET',    path: '/v1/account', permission: 'account.read', summary: 'Read your own account', response: account },
  save:           { method: 'PUT',    path: '/v1/account', permission: 'account.change', summary: 'Change your own names, mobile, job title or picture', body: savedAccount, response: account, proof: { mobilePhone: 'any value' }, also: [404] },
  verifyMobile:   { method: 'POST',   path: '/v1/account/verify-mobile', permission: 'account.change', summary: 'Send a code to your own mobile, or confirm the mobile with the code', body: verification, response: account, withoutKey: 'code' },
  changePassword: { method: 'POST',   path: '/v1/account/change-password', permission: 'account.change', summary: 'Change your own password', body: newPassword, withoutKey: 'code' },
  signIns:        { method: 'GET',    path: '/v1/account/sign-ins', permission: 'account.read', summary: 'List the browsers in which you are logged in', response: z.object({ items: z.array(signIn) }) },
  endSignIn:      { method: 'DELETE', path: '/v1/account/sign-ins/{id}', permission: 'account.change', summary: 'Log out one of your browsers', params: oneSignIn, proof: 'always' },
  saveNotices:    { method: 'PUT',    path: '/v1/account/notices/{tenantId}', permission: 'account.change', summary: 'Choose which notices one of your organisations sends you by email', params: oneTenant, body: savedNotices, response: account },
  dismissBanner:  { method: 'POST',   path: '/v1/account/dismissed-banners', permission: 'account.change', summary: 'Dismiss a banner on all your devices', body: dismissedBanner },
});
