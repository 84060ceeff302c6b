// Run by mongosh: creates the replica set and the portal's user. It can be repeated.
// eslint-disable-next-line @typescript-eslint/no-require-imports -- mongosh has no import
const { readFileSync } = require('node:fs');
const secret = (name) => readFileSync(`/run/secrets/${name}`, 'utf8').trim();
const root = encodeURIComponent(secret('mongodb_root_password'));
const admin = connect(`mongodb://root:${root}@mongodb:27017/admin?directConnection=true`);

try {
  admin.runCommand({ replSetGetStatus: 1 });
} catch (error) {
  if (error.codeName !== 'NotYetInitialized') throw error;
  admin.runCommand({ replSetInitiate: { _id: 'superscope', members: [{ _id: 0, host: 'mongodb:27017' }] } });
}
while (!admin.hello().isWritablePrimary) sleep(200);

const roles = ['views', 'ops', 'files', 'vault'].flatMap((db) => [
  { role: 'readWrite', db },
  { role: 'dbAdmin', db },
]);
const user = { pwd: secret('mongodb_password'), roles };
if (admin.getUser('superscope') === null) admin.createUser({ user: 'superscope', ...user });
else admin.updateUser('superscope', user);
