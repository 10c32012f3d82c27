// What an author does about each diagnostic of the engine. The error reference (engine/docs/errors.md) is made of these and of DIAGNOSTIC_CODES.
import type { DiagnosticCode } from '../../engine/index.ts'

export interface DiagnosticRemedy {
  /** An error stops the compilation or the render; a warning does not. */
  readonly severity: 'error' | 'warning' | 'error or warning'
  /** What leads to it, where the line in DIAGNOSTIC_CODES does not say enough. */
  readonly cause?: string
  readonly mend: string
}

export const DIAGNOSTIC_REMEDIES: Readonly<Record<DiagnosticCode, DiagnosticRemedy>> = {
  'async-rows': {
    severity: 'error',
    cause:
      'An async iterable was repeated over a second time after its pages were written, stands where the template does not name it as a list, or one page needs more of its rows than are read ahead.',
    mend: 'Repeat over it once; put sums that need all rows behind them, or use `{{pagesum}}` and `{{carry}}`; else hand the rows in as an array.',
  },
  attachment: {
    severity: 'error',
    cause: 'A file of the option `attachments` or of `--attach` has no name, one with a folder, or that of another; no bytes; a media type or relationship that does not exist.',
    mend: 'Correct what the hint says, at the place that is given.',
  },
  'bad-font': {
    severity: 'error or warning',
    cause: 'The file is not a font, is damaged, or is a kind of font that is not read. In a document the other fonts serve instead; `fontSource()` and `describeFont()` throw.',
    mend: 'Use TTF, OTF, TTC, WOFF or WOFF2; `platen fonts FILE` says what a file holds.',
  },
  'bad-image': {
    severity: 'warning',
    cause:
      'The picture cannot be decoded, its `data:` URL is malformed, its format is not read, or `sharp` is not installed and the picture is WebP or AVIF. Its place stays empty or shows the alternative text.',
    mend: 'Use PNG, JPEG, GIF, SVG, WebP or AVIF; run `npm install sharp` for the last two.',
  },
  'bad-latex': {
    severity: 'error or warning',
    cause: 'The message says what temml, which reads the LaTeX, expected and where. Compiled with `strict`, it is an error.',
    mend: 'Write the formula as an editor with KaTeX or temml shows it; packages and `\\usepackage` are not known.',
  },
  'bad-pdf': {
    severity: 'error',
    cause: 'A PDF handed to `merge` is damaged, encrypted, or claims more than is opened.',
    mend: 'Open and save it with another tool (`qpdf --decrypt in.pdf out.pdf`), and merge the result.',
  },
  'bad-value': {
    severity: 'warning',
    cause: 'Data was put where it cannot serve: a text that is no number in a sum, a word that is no colour or length, a date that cannot be read, a bar code whose symbology lacks the characters.',
    mend: 'Correct the value; the hint says which forms are accepted.',
  },
  'block-unbalanced': { severity: 'error', mend: 'Close the block, in the same element in which it opens.' },
  'blocked-url': {
    severity: 'warning',
    cause: 'The engine opens no `http:`, `https:` or `file:` address. In data and rich text, links may be `http`, `https`, `mailto`, `tel` or `#`.',
    mend: 'Hand the bytes in as an asset or as a `data:` URL; put CSS into a `<style>` element; on the command line use `--base-dir`.',
  },
  conformance: {
    severity: 'error',
    cause:
      'A standard was asked for by the option `conformance`, by `--conformance` or by the template, and its name is none, it excludes another, or the document holds what it forbids. [Standards](conformance.md) says what each forbids.',
    mend: 'Do what the hint says, or claim another standard.',
  },
  'css-syntax': { severity: 'warning', mend: 'Correct the rule at the place that is given; the rules before and after it apply.' },
  'cut-box': {
    severity: 'warning',
    cause: 'A picture, a flex or grid item, or another box that cannot break has a height greater than a page.',
    mend: 'Make it smaller (`max-height: 100%`), or build it of boxes that may break.',
  },
  'invalid-document': {
    severity: 'error or warning',
    cause: 'An attribute that only says how a node looks, and cannot be used, is a warning and left out; compiled with `strict`, it is an error.',
    mend: 'Correct the node at the JSON pointer that is given; [the editor document](editor.md) lists nodes and attributes.',
  },
  'limit-css': {
    severity: 'error',
    cause: 'The style sheets have more bytes than `cssBytes`, a value grows too long by `var()`, or selectors that depend on data were tested too often.',
    mend: 'Remove rules that are not used; use classes instead of selectors that depend on the position of rows.',
  },
  'limit-depth': { severity: 'error or warning', mend: 'Nest fewer elements, or raise `limits.depth`.' },
  'limit-image': { severity: 'error', mend: 'Make the pictures smaller before they are handed in, or raise `limits.imagePixels` or `limits.imageBytes`.' },
  'limit-nodes': { severity: 'error', mend: 'Split the document, repeat rows in a table (they are streamed), or raise `limits.nodes`.' },
  'limit-output': { severity: 'error', mend: 'Use smaller pictures, split the document, or raise `limits.outputBytes` (service: `PLATEN_OUTPUT_BYTES`).' },
  'limit-pages': { severity: 'error', mend: 'Split the document, or raise `limits.pages` (service: `PLATEN_PAGES`).' },
  'limit-rows': { severity: 'error', mend: 'Split the data, or raise `limits.rows` (service: `PLATEN_ROWS`).' },
  'limit-shadows': { severity: 'warning', mend: 'Use fewer or sharper shadows, or raise `limits.shadows`.' },
  'limit-steps': {
    severity: 'error',
    cause: 'Repeats in repeats evaluate too many placeholders, a page takes too many tries to end, or a grid places too many items.',
    mend: 'Compute values before rendering, nest fewer tables, or raise `limits.steps`.',
  },
  'limit-template': { severity: 'error', mend: 'Move pictures and fonts out of the source into assets, or raise `limits.templateBytes`.' },
  'low-contrast': {
    severity: 'warning',
    mend: 'Darken the text, or lighten what is below it: WCAG 2.2 (1.4.3) asks for 4.5:1, and for 3:1 from 18 pt, or 14 pt if bold. The hint gives the nearest colour that has it.',
  },
  'missing-asset': { severity: 'warning', mend: 'Hand the asset in under exactly this name, or correct the name; on the command line use `--base-dir`.' },
  'missing-glyph': {
    severity: 'warning',
    cause: 'The character is drawn as a box; `path` is the value of the data that holds it.',
    mend: 'Install the font pack that the hint names, or add a font that has the character ([fonts](fonts.md)).',
  },
  'missing-value': { severity: 'warning', mend: 'Add the field to the data, or print a replacement: `{{default name "–"}}`.' },
  'nested-containers': {
    severity: 'warning',
    cause: 'Each level of containers whose size depends on a query of the level around it takes one more layout; ten are made.',
    mend: 'Give fewer nested elements a `container-type`, or sizes that no query decides.',
  },
  'no-math-font': {
    severity: 'warning',
    cause: 'Formulas are laid out by the MATH table of their font, which ordinary fonts do not have: fences, roots and large operators keep their size.',
    mend: 'Install `@fontsource/noto-sans-math`, or bring a mathematical font by `@font-face` and name it for `math`.',
  },
  'not-a-list': { severity: 'warning', mend: 'Give an array or another iterable; for one object use `{{#with}}`.' },
  'page-range': {
    severity: 'error',
    mend: 'Ask for pages up to the last one; `pages` of a render without `pageRange` is their number.',
  },
  'part-cycle': {
    severity: 'error',
    cause: 'A shared part contains `{{> …}}` of itself, or of a part that contains it. This is an error under a condition as well.',
    mend: 'Repeat with `{{#each}}`, or take the piece that both need into a part of its own.',
  },
  'pdf-left-out': {
    severity: 'warning',
    cause: 'Scripts, actions, media and signatures of a finished PDF do not come into a merged document, and links come only where their target does.',
    mend: 'Nothing, where the pages are what counts. Signatures are made on the merged document, and files are attached to it.',
  },
  'pdf-untagged': {
    severity: 'warning',
    cause: 'Readers that follow tags would leave the pages out, so the text of each is one paragraph.',
    mend: 'Make the file with tags (Chromium, Word and LibreOffice can), or merge with `tagged: false`.',
  },
  'sampled-columns': { severity: 'warning', mend: 'Give the table `table-layout: fixed` and its columns widths.' },
  'template-syntax': { severity: 'error', mend: 'Correct the expression at the place that is given; [the template language](templates.md) lists the forms.' },
  'ua-alt': { severity: 'error', mend: 'Give the picture `alt="…"`, the drawing `aria-label` or `<title>`; what is decoration gets `alt=""` or `aria-hidden="true"`.' },
  'ua-heading': { severity: 'error', mend: 'Begin with `h1`, and go down one level at a time; sizes are a matter of CSS.' },
  'ua-language': { severity: 'error', mend: 'Write `<html lang="en">`, with the language of the document.' },
  'ua-link': { severity: 'error', mend: 'Write text into the link, or an `aria-label` that says where it leads.' },
  'ua-table': { severity: 'error', mend: 'Make head cells `<th>`; give a table that only arranges its content `role="presentation"`.' },
  'ua-title': { severity: 'error', mend: 'Write a `<title>`, or give a title in the metadata.' },
  'unknown-element': { severity: 'warning', mend: 'Correct the name; the hint gives the nearest one. The content is printed either way.' },
  'unknown-helper': { severity: 'error', mend: 'Correct the name, or register the helper: `createEngine({ helpers })`.' },
  'unknown-node': {
    severity: 'error or warning',
    cause: 'An editor wrote a node or mark of its own. Compiled with `strict`, it is an error.',
    mend: 'Take the name that the hint suggests, or a node of [the table](editor.md#nodes); a `rawHtml` node holds what no other does.',
  },
  'unknown-part': {
    severity: 'error',
    cause: '`{{> footer}}` finds neither an asset `footer` nor `footer.html`, or what it finds is no text in UTF-8.',
    mend: 'Upload the part, or hand it in with `assets` or `parts`, on the command line with `--base-dir`. Parts have no `./` before their names.',
  },
  'unsupported-css': { severity: 'warning', mend: 'Remove it, or use what [the CSS table](css.md) lists.' },
  'unsupported-html': { severity: 'error or warning', mend: 'Remove the element or attribute, or do what the hint says; scripts, forms that submit and embedded pages have no place in a PDF.' },
  'wide-table': { severity: 'warning', mend: 'Use fewer columns, smaller text, a wider page or `size: landscape`.' },
}
