import type { Role } from '@kerb/domain/access/actor.ts';

export const roleLabels: Record<Role, string> = {
  admin: 'Administrator',
  tenant_user: 'Tenant User',
  vendor: 'Vendor',
};
