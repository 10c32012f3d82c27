// What a worker renders before its first job: a little of everything that business documents use, so that the first
// caller does not pay for loading fonts and compiling the engine's code (first invoice 134 → 62 ms of processor time).

export const WARM_UP_TEMPLATE = `<!doctype html>
<html lang="en">
<title>{{title}}</title>
<style>
  @page { size: A4; margin: 2cm; @bottom-right { content: "Page " counter(page) " of " counter(pages) } }
  body { font: 10pt/1.4 Arimo }
  h1 { font-size: 20pt; margin: 0 0 8pt }
  .row { display: flex; gap: 10pt; background: #eee; border-radius: 4pt }
  table { width: 100%; border-collapse: collapse }
  td, th { padding: 4pt; border-bottom: .5pt solid #ccc; text-align: left }
  .number { text-align: right }
</style>
<h1>{{title}}</h1>
<div class="row"><p><b>Bold</b> text</p><p><i>Italic</i></p></div>
<table>
  <thead><tr><th>Item</th><th class="number">Price</th></tr></thead>
  <tr data-repeat="rows"><td>{{name}}</td><td class="number">{{currency price "EUR"}}</td></tr>
</table>
`

export const WARM_UP_DATA = {
  title: 'Warm-up',
  rows: Array.from({ length: 40 }, (_, i) => ({ name: `Row ${i} of a list`, price: i * 1.5 })),
}
