import { Anchor } from '@mantine/core';
import { createLink } from '@tanstack/react-router';

/** A link of the product that looks like one. */
export const LinkText = createLink(Anchor<'a'>);
