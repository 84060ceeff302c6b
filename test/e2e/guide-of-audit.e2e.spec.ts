import { auditChapters } from './guide-of-audit.js';
import { testGuide } from './guide-walk.js';

testGuide(auditChapters);
