// Holds a data folder, from the built files, until it is killed.
import { lockDataDir } from '../dist/data-lock.js';

lockDataDir(process.argv[2]);
process.send('held');
setInterval(() => {}, 1000);
