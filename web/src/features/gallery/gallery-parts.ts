import { feedbackParts } from '@kerb/web/features/gallery/feedback-examples.tsx';
import { formParts } from '@kerb/web/features/gallery/form-examples.tsx';
import { frameParts } from '@kerb/web/features/gallery/frame-examples.tsx';
import type { GalleryPart } from '@kerb/web/features/gallery/gallery-part.tsx';
import { inputParts } from '@kerb/web/features/gallery/input-examples.tsx';
import { listParts } from '@kerb/web/features/gallery/list-examples.tsx';
import { textParts } from '@kerb/web/features/gallery/text-examples.tsx';

export const galleryParts: readonly GalleryPart[] = [
  ...frameParts,
  ...textParts,
  ...inputParts,
  ...formParts,
  ...listParts,
  ...feedbackParts,
];
