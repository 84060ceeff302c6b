// npm runs this before it installs anything, so that an old Node prints one clear sentence instead of a stack trace.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Superscope needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}
