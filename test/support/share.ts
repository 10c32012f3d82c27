// Tests of very many documents take each fifth of them; `long/all-documents.test.ts` runs the same files with all.

/** Of so many documents one is taken. */
export const SHARE = process.env['PLATEN_SHARE'] === '1' ? 1 : 5
