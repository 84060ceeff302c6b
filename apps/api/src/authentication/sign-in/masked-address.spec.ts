import { expect, it } from 'vitest';
import { maskedAddress } from './masked-address.js';

it.each([
  ['dana.whitlock@kestrel.example', 'd•••k@kestrel.example'],
  ['dana@kestrel.example', 'd•••a@kestrel.example'],
  ['jo@x.example', '•••@x.example'],
])('the address %s is shown as %s', (email, masked) => {
  expect(maskedAddress(email)).toBe(masked);
});
