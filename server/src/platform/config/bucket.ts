import type { Reading } from '@kerb/server/platform/config/read-variables.ts';

/** A bucket of S3 or of a compatible store, and how we use it. */
export type Bucket = {
  name: string;
  endpoint: string;
  region: string;
  /** True: the bucket is part of the host name, not of the path. */
  isInHost: boolean;
  /** The beginning of the name of each object; empty for none. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The header of the store's own encryption, or `off`. */
  encryption: string;
  kmsKeyId: string | null;
};

/** All that the bucket needs, or none of it. */
export function bucketOf({ values, mistakes }: Reading): Bucket | null {
  const { FILES_S3_BUCKET: name, FILES_S3_ACCESS_KEY_ID: accessKeyId, FILES_S3_REGION: region } = values;
  const { FILES_S3_SECRET_ACCESS_KEY: secretAccessKey, FILES_S3_KMS_KEY_ID: kmsKeyId } = values;
  const encryption = values.FILES_S3_ENCRYPTION;
  if (kmsKeyId !== null && encryption !== 'aws:kms') {
    mistakes.push('FILES_S3_KMS_KEY_ID is set: set FILES_S3_ENCRYPTION=aws:kms too.');
  }
  if (name === null) {
    if (accessKeyId !== null || secretAccessKey !== null || values.FILES_S3_ENDPOINT !== null) {
      mistakes.push('FILES_S3_BUCKET is missing: set it too, or none of the variables of the bucket.');
    }
    return null;
  }
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name)) {
    mistakes.push(`FILES_S3_BUCKET is '${name}': write the name of a bucket.`);
  }
  if (accessKeyId === null || secretAccessKey === null) {
    mistakes.push('FILES_S3_BUCKET is set: set FILES_S3_ACCESS_KEY_ID and FILES_S3_SECRET_ACCESS_KEY too.');
    return null;
  }
  const endpoint = values.FILES_S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`;
  const isInHost = values.FILES_S3_ADDRESSING === 'host';
  const prefix = values.FILES_S3_PREFIX ?? '';
  return { name, endpoint, region, isInHost, prefix, accessKeyId, secretAccessKey, encryption, kmsKeyId };
}
