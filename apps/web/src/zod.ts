import { config } from 'zod/v4';

// zod tries once whether it may make code of text. The portal's policy refuses that, and browsers would report it on every page.
config({ jitless: true });

export * from 'zod/v4';
