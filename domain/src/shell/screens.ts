/** The addresses of the web app's screens. Every other address that the server does not know answers 404. */
// biome-ignore format: a table
export const screens = [
  '/', '/accounts/account-details', '/admin/figures', '/admin/loan-book', '/admin/messages', '/admin/rates', '/admin/reports/{report}', '/admin/security', '/admin/system',
  '/admin/users', '/agencies',
  '/agencies/dashboard', '/agencies/{tenantId}', '/agencies/{tenantId}/applications',
  '/agencies/{tenantId}/applications/{applicationId}', '/agencies/{tenantId}/settings', '/agencies/{tenantId}/users',
  '/agencies/{tenantId}/users/import', '/agencies/{tenantId}/applications/import',
  '/applications', '/applications/{applicationId}',
  '/batch-payments', '/batch-payments/statements', '/batch-payments/{batchId}', '/brochure', '/calculator',
  '/admin/books', '/admin/books/{view}', '/developer', '/guide', '/notifications', '/payout', '/promo-brochure', '/today', '/verify',
] as const;

/** These exist in a sandbox only. */
// biome-ignore format: a table
export const sandboxScreens = [
  '/sandbox/biller', '/sandbox/clock', '/sandbox/gallery', '/sandbox/identity/{entityId}', '/sandbox/outbox',
] as const;

const patternOf = (path: string): string => path.replaceAll(/\{\w+\}/g, '[^/]+');
const patternOfAll = (paths: readonly string[]) => new RegExp(`^(${paths.map(patternOf).join('|')})/?$`);
const always = patternOfAll(screens);
const inSandbox = patternOfAll([...screens, ...sandboxScreens]);

/** Whether the path of an address, without its query, is a screen of this deployment. */
export const isScreen = (path: string, isSandbox: boolean): boolean => (isSandbox ? inSandbox : always).test(path);
