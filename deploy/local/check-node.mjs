// npm runs this before it installs anything, so that an unsuitable Node prints one clear sentence instead of a stack trace.
const [major, minor] = process.versions.node.split('.').map(Number);
/** The first suitable minor version of each line; later lines are suitable from their start. */
const first = { 20: 19, 22: 13 };
const isSuitable = major >= 24 || (major in first && minor >= first[major]);
if (!isSuitable) {
  console.error(`Superscope needs Node 20.19, 22.13, 24 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}
