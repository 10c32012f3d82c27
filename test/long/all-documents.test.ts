// Files of tests that take each fifth document elsewhere, with all of them: golden cases and damaged PDFs.
process.env['PLATEN_SHARE'] = '1'

for (const file of ['checker/everything', 'collections/caches', 'merge/hostile-parts', 'tag/same-pages']) {
  // Not the module that this process may have loaded before.
  await import(new URL(`../${file}.test.ts?all`, import.meta.url).href)
}
