import type { Standing } from '@kerb/domain/access/actor.ts';

/**
 * How far a permission reaches. 'organisation': every record of the organisations where one has this standing.
 * 'own': a vendor's campaigns, an employee's own referrals, one's own account.
 */
export type Reach = 'all' | 'organisation' | 'own' | 'none';

// biome-ignore format: a table
export const permissions = {
  'session.read':          { admin: 'own', manager: 'own',          employee: 'own',          vendor: 'own'  },
  'agreement.read':        { admin: 'all', manager: 'organisation', employee: 'own',          vendor: 'own'  },
  'agreement.create':      { admin: 'all', manager: 'organisation', employee: 'organisation', vendor: 'none' },
  'agreement.export':      { admin: 'all', manager: 'organisation', employee: 'own',          vendor: 'none' },
  'agreement.volumes':     { admin: 'all', manager: 'none',         employee: 'none',         vendor: 'none' },
  'agreement.change':      { admin: 'all', manager: 'organisation', employee: 'own',          vendor: 'none' },
  'agreement.rename':      { admin: 'all', manager: 'organisation', employee: 'none',         vendor: 'none' },
  'agreement.plan-action': { admin: 'all', manager: 'none',         employee: 'none',         vendor: 'none' },
  'agreement.flag':        { admin: 'all', manager: 'organisation', employee: 'own',          vendor: 'none' },
  'agreement.fund':        { admin: 'all', manager: 'none',         employee: 'none',         vendor: 'none' },
  'agreement.consent':     { admin: 'all', manager: 'none',         employee: 'none',         vendor: 'own'  },
  'agreement.set-status':  { admin: 'all', manager: 'organisation', employee: 'own',          vendor: 'own'  },
  'payer.read':            { admin: 'all', manager: 'organisation', employee: 'own',          vendor: 'own'  },
  'payer.add':             { admin: 'all', manager: 'organisation', employee: 'own',          vendor: 'none' },
  'payer.send':            { admin: 'all', manager: 'organisation', employee: 'own',          vendor: 'none' },
  'payer.remove':          { admin: 'all', manager: 'organisation', employee: 'own',          vendor: 'none' },
  'option.read':           { admin: 'all', manager: 'organisation', employee: 'own',          vendor: 'own'  },
  'option.offer':          { admin: 'all', manager: 'organisation', employee: 'own',          vendor: 'none' },
  'option.quote':          { admin: 'all', manager: 'organisation', employee: 'own',          vendor: 'none' },
  'option.choose':         { admin: 'all', manager: 'organisation', employee: 'own',          vendor: 'own'  },
  'option.settings':       { admin: 'all', manager: 'organisation', employee: 'organisation', vendor: 'none' },
  'dashboard.read':        { admin: 'all', manager: 'organisation', employee: 'own',          vendor: 'none' },
  'log.read':              { admin: 'all', manager: 'none',         employee: 'none',         vendor: 'none' },
  'tenant.read':           { admin: 'all', manager: 'organisation', employee: 'organisation', vendor: 'none' },
  'tenant.create':         { admin: 'all', manager: 'none',         employee: 'none',         vendor: 'none' },
  'tenant.settings':       { admin: 'all', manager: 'organisation', employee: 'none',         vendor: 'none' },
  'tenant.approve':        { admin: 'all', manager: 'none',         employee: 'none',         vendor: 'none' },
  'tenant.delete':         { admin: 'all', manager: 'none',         employee: 'none',         vendor: 'none' },
  'team.read':             { admin: 'all', manager: 'organisation', employee: 'organisation', vendor: 'none' },
  'team.add':              { admin: 'all', manager: 'none',         employee: 'none',         vendor: 'none' },
  'team.change':           { admin: 'all', manager: 'organisation', employee: 'none',         vendor: 'none' },
  'user.read':             { admin: 'all', manager: 'none',         employee: 'none',         vendor: 'none' },
  'user.change':           { admin: 'all', manager: 'none',         employee: 'none',         vendor: 'none' },
  'document.read':         { admin: 'all', manager: 'organisation', employee: 'own',          vendor: 'own'  },
  'document.add':          { admin: 'all', manager: 'organisation', employee: 'own',          vendor: 'own'  },
  'document.remove':       { admin: 'all', manager: 'organisation', employee: 'own',          vendor: 'none' },
  'property.read':         { admin: 'all', manager: 'organisation', employee: 'own',          vendor: 'own'  },
  'property.create':       { admin: 'all', manager: 'none',         employee: 'none',         vendor: 'none' },
  'property.add':          { admin: 'all', manager: 'organisation', employee: 'own',          vendor: 'none' },
  'property.change':       { admin: 'all', manager: 'organisation', employee: 'own',          vendor: 'none' },
  'property.remove':       { admin: 'all', manager: 'none',         employee: 'none',         vendor: 'none' },
  'view.read':             { admin: 'own', manager: 'own',          employee: 'own',          vendor: 'none' },
  'view.save':             { admin: 'own', manager: 'own',          employee: 'own',          vendor: 'none' },
  'report.read':           { admin: 'all', manager: 'none',         employee: 'none',         vendor: 'none' },
  'payment.read':          { admin: 'all', manager: 'organisation', employee: 'own',          vendor: 'own'  },
  'payment.make':          { admin: 'all', manager: 'organisation', employee: 'own',          vendor: 'own'  },
  'payment.record':        { admin: 'all', manager: 'none',         employee: 'none',         vendor: 'none' },
  'payment.void':          { admin: 'all', manager: 'none',         employee: 'none',         vendor: 'none' },
  'loan.read':             { admin: 'all', manager: 'organisation', employee: 'own',          vendor: 'own'  },
  'loan.terms':            { admin: 'all', manager: 'none',         employee: 'none',         vendor: 'none' },
  'loan.manage':           { admin: 'all', manager: 'organisation', employee: 'own',          vendor: 'none' },
  'batch.read':            { admin: 'all', manager: 'none',         employee: 'none',         vendor: 'none' },
  'batch.make':            { admin: 'all', manager: 'none',         employee: 'none',         vendor: 'none' },
  'batch.approve':         { admin: 'all', manager: 'none',         employee: 'none',         vendor: 'none' },
} as const satisfies Record<string, Record<Standing, Reach>>;

export type Permission = keyof typeof permissions;
