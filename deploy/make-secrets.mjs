// `npm run secrets` creates the files that compose.yaml and Kubernetes hand to the containers: passwords, keys and certificates.
// It creates only missing files and never changes existing ones. Values are random and never printed.
import { randomBytes, createHash, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { generate } from 'selfsigned';

const { values } = parseArgs({
  options: { out: { type: 'string', default: fileURLToPath(new URL('secrets', import.meta.url)) } },
});
const folder = values.out;
const made = [];

const file = (name) => join(folder, name);
const has = (name) => existsSync(file(name));
const read = (name) => readFileSync(file(name), 'utf8').trim();

/**
 * Only its owner can open the folder. The files in it are readable by everybody, because each container runs as another user, and
 * the container engine mounts only the files that the service names.
 */
function write(name, text) {
  writeFileSync(file(name), `${text}\n`, { flag: 'wx' });
  chmodSync(file(name), 0o444);
  made.push(name);
}

const make = (name, text) => {
  if (!has(name)) write(name, text());
};
const password = () => randomBytes(24).toString('hex');

/** The event store's certificate, by a new authority whose key is discarded. To replace the three files, delete all of them. */
async function eventStoreCertificate() {
  if (has('eventstore_ca.crt') && has('eventstore.crt') && has('eventstore.key')) return;
  const options = { keySize: 2048, algorithm: 'sha256', notAfterDate: new Date(Date.now() + 5 * 365 * 86_400_000) };
  const authority = await generate([{ name: 'commonName', value: 'Superscope event store authority' }], {
    ...options,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const node = await generate([{ name: 'commonName', value: 'eventstoredb-node' }], {
    ...options,
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'eventstore' },
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  write('eventstore_ca.crt', authority.cert.trim());
  write('eventstore.crt', node.cert.trim());
  write('eventstore.key', node.private.trim());
}

mkdirSync(folder, { recursive: true, mode: 0o700 });
chmodSync(folder, 0o700);

make('master_key', () => randomBytes(32).toString('base64'));
make('history_key', () => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).trim());
make('history_key.pub', () => createPublicKey(read('history_key')).export({ type: 'spki', format: 'pem' }).trim());
make('admin_password', password);
make('grafana_admin_password', password);
make('monitoring_token', password);
make('renderer_secret', password);

make('eventstore_admin_password', password);
make('eventstore_ops_password', password);
await eventStoreCertificate();
make(
  'eventstore_url',
  () =>
    `esdb://admin:${read('eventstore_admin_password')}@eventstore:2113?tls=true&tlsCAFile=/run/secrets/eventstore_ca.crt`,
);

make('mongodb_root_password', password);
make('mongodb_password', password);
make('mongodb_keyfile', () => randomBytes(512).toString('base64'));
make(
  'mongodb_url',
  () => `mongodb://superscope:${read('mongodb_password')}@mongodb:27017/?replicaSet=superscope&authSource=admin`,
);

make('clickhouse_password', password);
make('clickhouse_users.xml', () => {
  const digest = createHash('sha256').update(read('clickhouse_password')).digest('hex');
  return `<clickhouse><users><default remove="remove"/><superscope>
  <password_sha256_hex>${digest}</password_sha256_hex>
  <networks><ip>::/0</ip></networks><profile>default</profile><quota>default</quota>
</superscope></users></clickhouse>`;
});
make('clickhouse_url', () => `http://superscope:${read('clickhouse_password')}@clickhouse:8123`);

make('kafka_password', password);
make('kafka_jaas.conf', () => {
  const broker = password();
  return `KafkaServer {
  org.apache.kafka.common.security.plain.PlainLoginModule required
  username="broker" password="${broker}" user_broker="${broker}" user_superscope="${read('kafka_password')}";
};`;
});

console.log(
  made.length === 0
    ? `Nothing was missing in ${folder}.`
    : `Made ${made.length} secrets in ${folder}. Keep a copy of master_key apart from all backups: nobody can read personal data without it.`,
);
console.log(`The first Admin signs in as "admin" with the password in ${file('admin_password')}.`);
