import fc from 'fast-check';
import { fuzzRuns, fuzzSeed } from './fuzz-settings.js';

// The same cases on every machine: a change that breaks nothing is not stopped by the luck of another. `npm run test:long` draws new ones.
fc.configureGlobal({ seed: fuzzSeed, numRuns: fuzzRuns(100) });
