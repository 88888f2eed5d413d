/** What a program may be allowed to do for an organisation. */
// biome-ignore format: a list
export const scopes = [
  'campaigns:read', 'campaigns:write', 'payers:read', 'payers:write', 'documents', 'payments:read', 'settings:read',
  'team:read', 'exports', 'webhooks',
] as const;
export type Scope = (typeof scopes)[number];

export const isScope = (text: string): text is Scope => scopes.some((scope) => scope === text);
