/**
 * What a file is for. An uploaded file can be used only by its uploader, for its use, and once. 'product' is made by
 * the product itself and cannot be uploaded.
 */
export const assetUses = ['document', 'logo', 'portrait', 'photo', 'product'] as const;
export type AssetUse = (typeof assetUses)[number];
export type UploadUse = Exclude<AssetUse, 'product'>;

/** What uses a file. A discarded file was replaced; it is deleted soon. */
export const assetHolders = ['attachment', 'logo', 'portrait', 'invitation', 'photo', 'product', 'discarded'] as const;
export type AssetHolder = (typeof assetHolders)[number];

/**
 * The field `assetTransform` of an upload. A portrait is cropped to a square, a logo is redrawn in its box, a photo of
 * a property is cropped to its shape.
 */
export const portraitTransform = 'portrait';
export const logoTransform = 'logo';
export const photoTransform = 'photo';

const usesByTransform: Readonly<Record<string, UploadUse>> = {
  [portraitTransform]: 'portrait',
  [logoTransform]: 'logo',
  [photoTransform]: 'photo',
};

/** Any other transform, or none, uploads a document. */
export const useOfTransform = (transform: string | undefined): UploadUse =>
  (transform !== undefined && Object.hasOwn(usesByTransform, transform) && usesByTransform[transform]) || 'document';

/** Every field of a request that names a file, and the use that the file must have. */
// biome-ignore format: a table
export const assetFields = [
  { method: 'POST', path: '/v1/attachments',                         field: 'asset',                        use: 'document' },
  { method: 'PUT',  path: '/v1/attachments/{id}',                    field: 'asset',                        use: 'document' },
  { method: 'PUT',  path: '/v1/tenants/{tenantId}/settings',         field: 'logo',                         use: 'logo' },
  { method: 'PUT',  path: '/v1/account',                             field: 'profilePicture',               use: 'portrait' },
  { method: 'PUT',  path: '/v1/users/{id}',                          field: 'profilePicture',               use: 'portrait' },
  { method: 'PUT',  path: '/v1/tenants/{tenantId}/users/{userId}',   field: 'profilePicture',               use: 'portrait' },
  { method: 'POST', path: '/v1/user-invitations',                    field: 'profilePicture',               use: 'portrait' },
  { method: 'PUT',  path: '/v1/user-invitations/{id}',               field: 'profilePicture',               use: 'portrait' },
  { method: 'POST', path: '/v1/invite-team-members',                 field: 'invitations[].profilePicture', use: 'portrait' },
  { method: 'PUT',  path: '/v1/agreements/{id}/property-photo',      field: 'asset',                        use: 'photo' },
  { method: 'POST', path: '/v1/agreements/{id}/property',            field: 'photo',                        use: 'photo' },
] as const satisfies readonly { method: string; path: string; field: string; use: UploadUse }[];
