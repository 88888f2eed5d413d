import { fileRefusals } from '@kerb/domain/documents/accepted-files.ts';
import { notPhoto } from '@kerb/domain/people/photo.ts';
import { photoTooSmall } from '@kerb/domain/properties/property-photo.ts';

/** A refused file, with the message for its owner. */
export class RefusedFile extends Error {}

// biome-ignore format: a table
export const refusals = {
  notAccepted: fileRefusals.notAccepted,
  heic:        fileRefusals.heic,
  notPicture:  notPhoto,
  misnamed:    'The file is not what its name says. Check it and upload it again.',
  hugePicture: 'The picture has too many pixels. Make it smaller and upload it again.',
  smallPhoto:  photoTooSmall,
  badPicture:  'The picture is damaged and cannot be read.',
  badDocument: 'The document is damaged, protected by a password or too large when unpacked.',
  macros:      'Documents with macros are not accepted. Save the document without them and upload that.',
  activeOffice: 'Documents with macros, embedded objects or content from elsewhere are not accepted. Save it as a PDF and upload that.',
  activePdf:   'PDF files with scripts, attachments or forms that run are not accepted. Print it to a new PDF and upload that.',
  lockedPdf:   'PDF files that are protected by a password are not accepted. Print it to a new PDF and upload that.',
  infected:    'This file contains something harmful. It was not stored.',
  oldOffice:   fileRefusals.oldOffice,
  notText:     'The file is not plain text in UTF-8.',
} as const;

export const refusedFor = (reason: keyof typeof refusals): RefusedFile => new RefusedFile(refusals[reason]);
