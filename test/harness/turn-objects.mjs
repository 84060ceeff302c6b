// Loaded into a server with --import. Once asked to, it counts how much the server makes in each turn of its event loop.
//
// A turn that shapes, parses, sorts or writes many rows at once makes many small objects, on any machine and however busy that is, where its
// time says little. Texts and buffers beyond 128 KiB are in spaces of their own and do not count: copying them takes no time to speak of. The
// suite gives new objects so much room that hardly any turn collects garbage; a turn that does is left out, because it has less afterwards.
import { getHeapSpaceStatistics } from 'node:v8';

const spaces = new Set(['new_space', 'old_space']);
const inUse = () =>
  getHeapSpaceStatistics().reduce(
    (sum, { space_name: name, space_used_size: size }) => sum + (spaces.has(name) ? size : 0),
    0,
  );

let isCounting = false;
/** Bytes made in each turn that made more than `least`. */
let made = [];
let turns = 0;
const least = 256 * 1024;
/** A turn that made less did hardly anything. */
const idle = 32 * 1024;

let before = 0;
const note = () => {
  const grown = inUse() - before;
  turns += 1;
  if (grown > least) made.push(grown);
  before = inUse();
  return grown;
};
const look = () => {
  if (!isCounting) return;
  // An idle server has few turns worth looking at. Not looking at each of them leaves the processor to the engines.
  if (note() > idle) setImmediate(look);
  else setTimeout(look, 1);
};

process.on('message', (message) => {
  if (message === 'count turns') {
    isCounting = true;
    made = [];
    turns = 0;
    before = inUse();
    setImmediate(look);
  } else if (message === 'tell turns') {
    isCounting = false;
    note();
    process.send({ turns, made });
  }
});
