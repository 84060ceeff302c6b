import { figureChapters } from './guide-of-figures.js';
import { testGuide } from './guide-walk.js';

testGuide(figureChapters);
