import { isPayer, type Role } from '@kerb/domain/access/actor.ts';

export const messageAudiences = ['staff', 'vendor'] as const;
export type MessageAudience = (typeof messageAudiences)[number];

export const audienceOf = ({ role }: { role: Role }): MessageAudience => (isPayer(role) ? 'vendor' : 'staff');

/** A deployment can hold all messages to vendors. Other messages are always sent. */
export const isHeldBack = (audience: MessageAudience, { vendorComms }: { vendorComms: boolean }): boolean =>
  audience === 'vendor' && !vendorComms;
