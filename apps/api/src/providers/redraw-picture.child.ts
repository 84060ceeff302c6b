// Draws an uploaded picture anew in a process of its own, because decoding is native code that a damaged file can end. The file comes through
// the standard input. One line of JSON goes to the standard output, which says why it is refused if it is, and behind it the picture.
import { buffer } from 'node:stream/consumers';
import { redrawPicture } from './redraw-picture.js';

const drawn = await redrawPicture(await buffer(process.stdin));
const parts = 'bytes' in drawn ? [Buffer.from('{}\n'), drawn.bytes] : [Buffer.from(`${JSON.stringify(drawn)}\n`)];
process.stdout.write(Buffer.concat(parts), () => process.exit(0));
