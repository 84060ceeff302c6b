import fc from 'fast-check';
import { fuzzRuns, fuzzSeed } from './fuzz-settings.js';

// The same cases on every machine, so that results do not depend on chance. `npm run test:long` draws new ones.
fc.configureGlobal({ seed: fuzzSeed, numRuns: fuzzRuns(100) });
