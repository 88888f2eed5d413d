import { Anchor } from '@mantine/core';
import { createLink } from '@tanstack/react-router';

/** A link to a screen of the product, with the look of a link. */
export const LinkText = createLink(Anchor<'a'>);
