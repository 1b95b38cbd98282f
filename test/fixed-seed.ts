import fc from 'fast-check';

/**
 * Property tests draw the same values every time, so that whether a commit is green does not depend on luck.
 * `ENGRAM_TEST_SEED=random npm test` looks further.
 */
const wanted = process.env['ENGRAM_TEST_SEED'] ?? '20261115';
if (wanted !== 'random') fc.configureGlobal({ seed: Number(wanted) });
