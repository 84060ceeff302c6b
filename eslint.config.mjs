import { readdirSync, readFileSync } from 'node:fs';
import hooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { apiAreas } from './apps/api/area-order.mjs';
import { webLayers } from './apps/web/layers.mjs';

// Dependencies point down only (docs/architecture.md). `may` lists the workspaces that a workspace may import.
const layers = {
  'libs/domain': [],
  'libs/contracts': ['domain'],
  'libs/event-store': ['domain'],
  'libs/embedded': [],
  'apps/api': ['domain', 'contracts', 'event-store'],
  'apps/projector': ['domain', 'contracts', 'event-store'],
  'apps/renderer': ['contracts', 'event-store'],
  'apps/web': ['contracts'],
  'deploy/local': ['embedded', 'contracts', 'event-store'],
};
const workspaces = [
  'domain',
  'contracts',
  'event-store',
  'embedded',
  'api',
  'projector',
  'renderer',
  'web',
  'local',
  'test',
];

// Only the publishing module may make a published figure, because employers see every published figure.
const published = {
  group: ['**/publishing/published', '**/publishing/published.js'],
  importNames: ['figure'],
  message: 'Figures for employers are published by libs/domain/src/publishing.',
};

// Folders inside an application that others stand on. `of` may import none of the folders that `not` names.
const floors = [
  {
    within: 'apps/projector',
    of: 'apps/projector/src/runtime/**/*.ts',
    not: ['relay', 'member-snapshots', 'editions', 'plan-facts', 'figures', 'documents', 'activity', 'history'],
    because: 'The runtime knows no read model, and the relay stands on it.',
  },
  {
    within: 'apps/projector',
    of: 'apps/projector/src/{editions,plan-facts}/**/*.ts',
    not: ['member-snapshots'],
    because: 'Rows of members and editions are derived from the facts below.',
  },
];

// Spreading a literal packs fields.
const packedFields = {
  selector: ':matches(ObjectExpression > SpreadElement, JSXSpreadAttribute) > ObjectExpression.argument',
  message: 'Write the fields themselves: spreading a literal only packs several on a line.',
};

// A use case of the api is one file, found in one guess from the URL.
const oneFile = 'A use case is one file: apps/api/src/<noun>/<use-case>.slice.ts (docs/architecture.md, How to add).';
const partOfSlice = { selector: 'Program', message: oneFile };
const outsideSlice = {
  selector:
    ':matches(Decorator[expression.callee.name=/^(Controller|CommandHandler)$/], CallExpression[callee.name="decides"])',
  message: oneFile,
};
const queries = {
  group: ['@nestjs/cqrs'],
  importNames: ['Query', 'QueryBus', 'QueryHandler', 'IQueryHandler'],
  message: 'A controller reads by itself, or by a class that it is given. Only commands take a bus.',
};

// A refused write is recognised in one place.
const duplicateKeys = {
  selector: ':matches(BinaryExpression, VariableDeclarator) > Literal[value=11000]',
  message: 'Ask isDuplicateKey of libs/event-store/src/connection/duplicate-key.ts.',
};

// An instant's text is UTC, whose day is another one than Sydney's for ten or eleven hours of every day. A day as text may be cut.
const cuts = 'callee.property.name=/^(slice|substring|substr)$/';
const toText = '/^(toISOString|toJSON|toString|toUTCString)$/';
const message =
  "The day of an instant is sydneyDate's (libs/domain/src/calendar-dates.ts), not a part of its UTC text.";
const cutInstants = [
  // at.toISOString().slice(0, 10)
  `CallExpression[${cuts}][callee.object.callee.property.name=/^(toISOString|toJSON)$/][arguments.0.value=0][arguments.1.value<=10]`,
  // event.at.slice(0, 10), startedAt.substring(0, 7), moment.slice(0, 10); `asAt` is a day.
  `CallExpression[${cuts}][callee.object.property.name=/^(at|moment|instant|created|timestamp)$|[a-z]At$/][callee.object.property.name!='asAt'][arguments.0.value=0]`,
  `CallExpression[${cuts}][callee.object.name=/^(at|moment|instant|created|timestamp)$|[a-z]At$/][callee.object.name!='asAt'][arguments.0.value=0]`,
  // at.toISOString().split('T'), and the first part of any text that is split at its T
  `CallExpression[callee.property.name='split'][callee.object.callee.property.name=${toText}][arguments.0.value='T']`,
  "MemberExpression[property.value=0][object.callee.property.name='split'][object.arguments.0.value='T']",
  "VariableDeclarator[id.type='ArrayPattern'][init.callee.property.name='split'][init.arguments.0.value='T']",
  "CallExpression[callee.property.name='replace'][arguments.0.regex.pattern=/^T/]",
].map((selector) => ({ selector, message }));

// The process's or browser's own time zone is nobody's.
const localTime = {
  selector:
    'CallExpression[callee.property.name=/^(getFullYear|getMonth|getDate|getDay|getHours|toDateString|toLocaleDateString|toLocaleTimeString)$/]',
  message: "Days and times are Sydney's: use sydneyDate or sydneyTime (libs/domain/src/calendar-dates.ts).",
};

// An event is known by what its stream calls it. A name as free text goes on compiling when nothing is called that, or something new is.
const corpus = new URL('./libs/domain/stored-events/', import.meta.url);
const eventNames = new Set(
  readdirSync(corpus)
    .filter((file) => file.endsWith('.jsonl'))
    .flatMap((file) =>
      [...readFileSync(new URL(file, corpus), 'utf8').matchAll(/^\{"type":"(\w+)"/gm)].map(([, name]) => name),
    ),
);
const anEvent = `(${[...eventNames].join('|')})`;
const namesEvent = 'Take the name of an event from its stream: namesOf or typesOf (libs/domain/src/event.ts).';
// The compiler compares these with the stream: what a projection ignores, and types.
const compared = [
  'Property[key.name="ignores"] Literal',
  'CallExpression[callee.name=/^(staleOfStream|publicationsOf)$/] Literal',
  'TSAsExpression[typeAnnotation.typeName.name="const"] Literal',
  'TSLiteralType > Literal',
  // A cube of the analytics has the name of an event.
  'CallExpression[callee.name="cube"] > Literal',
];
const freeEventNames = [
  `Literal[value=/^${anEvent}$/]${compared.map((each) => `:not(${each})`).join('')}`,
  `TemplateElement[value.raw=/'${anEvent}'/]`,
  `Literal[value=/'${anEvent}'/]`,
].map((selector) => ({ selector, message: namesEvent }));

const inSource = [packedFields, duplicateKeys, ...cutInstants, localTime];

const layerRules = Object.entries(layers).flatMap(([folder, may]) => {
  const layer = {
    group: workspaces.filter((w) => !may.includes(w)).map((w) => `@superscope/${w}/*`),
    message: `${folder} may import ${may.length ? may.join(', ') : 'no other workspace'} only.`,
  };
  const own = folder === 'apps/api' ? [queries] : [];
  const restricted = (...patterns) => ({ 'no-restricted-imports': ['error', { patterns: [...own, ...patterns] }] });
  const ofFloors = floors
    .filter(({ within }) => within === folder)
    .map(({ of, not, because }) => {
      // Relative paths leave the folder by one or more `../`, or start beside it.
      const group = not.flatMap((name) => [`../${name}/*`, `../${name}/**`, `**/../${name}/**`, `./${name}/**`]);
      return { files: [of], rules: restricted(layer, published, { group, message: because }) };
    });
  return [
    { files: [`${folder}/**/*.{ts,tsx}`], rules: restricted(layer, published) },
    ...ofFloors,
    { files: [`${folder}/**/*.spec.{ts,tsx}`], rules: restricted(layer) },
  ];
});

// Specs of the client sign in with the rights that the server gives a role.
const signsIn = { files: ['apps/web/src/test/with-rights.ts'], rules: { 'no-restricted-imports': 'off' } };

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', '**/.data/**'] },
  ...tseslint.configs.recommended,
  {
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-explicit-any': 'error',
      eqeqeq: ['error', 'smart'],
      'no-restricted-syntax': ['error', packedFields, duplicateKeys],
    },
  },
  {
    files: ['{apps,libs,deploy}/**/*.{ts,tsx,mjs}'],
    ignores: ['**/*.spec.{ts,tsx}'],
    rules: { 'no-restricted-syntax': ['error', ...inSource] },
  },
  {
    files: ['apps/{api,projector}/src/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: { 'no-restricted-syntax': ['error', ...inSource, ...freeEventNames] },
  },
  {
    files: ['apps/api/src/**/*.ts'],
    // `decides` makes the handlers of the slices.
    ignores: ['**/*.spec.ts', '**/*.slice.ts', 'apps/api/src/platform/commands/decides.ts'],
    rules: { 'no-restricted-syntax': ['error', ...inSource, ...freeEventNames, outsideSlice] },
  },
  {
    // The platform has folders of its own.
    files: ['apps/api/src/**/*.{controller,query,queries,command,commands}.ts', 'apps/api/src/*/*/**/*.slice.ts'],
    ignores: ['apps/api/src/platform/**/*.slice.ts'],
    rules: { 'no-restricted-syntax': ['error', partOfSlice] },
  },
  { files: ['apps/web/**/*.{ts,tsx}'], plugins: { 'react-hooks': hooks }, rules: hooks.configs.recommended.rules },
  webLayers,
  apiAreas,
  ...layerRules,
  signsIn,
  {
    // The domain is pure: no clock, no ids, no I/O. Specs may generate their data.
    files: ['libs/domain/src/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: {
      'no-restricted-globals': ['error', 'process', 'fetch', 'setTimeout', 'setInterval'],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Time enters the domain as data.' },
        { object: 'Math', property: 'random', message: 'The domain is deterministic.' },
      ],
    },
  },
);
