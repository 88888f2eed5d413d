import type { WireDocument } from './campaign-server.tsx';

/** A document of the campaign, as the server sends it. */
export const document = (changed: Partial<WireDocument> & { fileName?: string; contentType?: string } = {}) => {
  const { fileName = 'plan.pdf', contentType = 'application/pdf', ...rest } = changed;
  const id = rest.id ?? 71;
  const wire: WireDocument = {
    id,
    href: `/v1/attachments/${id}`,
    purpose: 'internal-doc',
    uploadDate: '2026-11-04T01:30:00.000Z',
    agreement: { href: '/v1/agreements/10231' },
    signatory: null,
    uploadedByUser: { href: '/v1/users/2' },
    uploadedByName: 'Ann Abbott',
    asset: { id: id + 1_000, href: `/v1/assets/${id + 1_000}`, fileName, contentType, size: 84_000 },
    ...rest,
  };
  return wire;
};
