// Values that style sheets made to break an engine would have.

export const LENGTHS: readonly string[] = [
  ...['0', '1e9px', '-1e9px', '1e38px', '1e300px', '-1e300px', '0.0001px', '1e-30px', '1000000em', '100000%', '-100000%', '5px', '50%', '100%', 'auto'],
  ...['calc(1px / 0)', 'calc(-1px / 0)', 'calc(NaN * 1px)', 'calc(infinity * 1px)', 'calc(-infinity * 1px)', 'calc(0px * infinity)', 'calc(1e30% - 1e30px)'],
  ...['clamp(1e9px, 50%, 1px)', 'min(1e30px, 1e40%)', 'mod(5px, 0px)', 'round(1e30px, 1e-30px)', 'pow(10, 400)', 'calc(1px * sqrt(-1))'],
  ...['var(--a)', 'var(--none, 5px)', 'calc(1px * var(--n))', '50vw', '1e6vh'],
]

export const NUMBERS: readonly string[] = [
  ...['0', '1', '-1', '1e9', '-1e9', '1e38', '1e300', '1e-30', '2147483647', '-2147483648', '999999999999'],
  ...['calc(NaN)', 'calc(infinity)', 'calc(-infinity)', 'calc(1 / 0)'],
]

const IMAGES = [
  ...['linear-gradient(red, blue)', 'repeating-linear-gradient(red, blue 0.00001px)', 'repeating-radial-gradient(red, blue 1e-30px)'],
  ...['repeating-conic-gradient(red, blue 1e-9deg)', 'radial-gradient(1e30px 1e-30px, red, blue)', 'conic-gradient(red 1e30deg, blue)'],
  ...['linear-gradient(red 1e30px, blue -1e30px)', 'repeating-linear-gradient(red 1e30px, blue 1e30px)'],
]
const SHAPES = ['circle(1e30px)', 'polygon(1e30px 0, 0 1e30%, 5px 5px)', 'inset(1e9px)', 'ellipse(0 0)', 'path("M0 0L1e39 1e39Z")']
const CYCLES = ['var(--a)', 'var(--b)', 'var(--b) var(--b) var(--b) var(--b)', 'var(--c) var(--c) var(--c) var(--c) var(--c)', '1px', 'initial']

/** Beside what the notation of a property gives. */
export const VALUES: Readonly<Record<string, readonly string[]>> = {
  display: [
    ...['block', 'inline', 'inline-block', 'flex', 'inline-flex', 'grid', 'inline-grid', 'table', 'inline-table', 'table-cell', 'table-row', 'table-row-group'],
    ...['table-caption', 'table-column', 'list-item', 'contents', 'ruby', 'ruby-text', 'flow-root'],
  ],
  'grid-template-columns': [
    ...['repeat(1000000, 1px)', 'repeat(auto-fill, 0.0001px)', 'repeat(auto-fit, minmax(0, 0))', 'minmax(1e30px, 1e-30fr)', '1e38fr 1e-38fr'],
    ...['fit-content(1e30px)', 'subgrid', 'repeat(1000, [a] 1fr)', 'repeat(auto-fill, calc(infinity * 1px))', 'calc(NaN * 1px)'],
  ],
  'grid-template-rows': ['repeat(1000000, 1px)', 'repeat(auto-fill, 0.0001px)', '1e38fr', 'subgrid', 'minmax(100%, 1e9px)'],
  'grid-column-start': ['1000000', '-1000000', 'span 1000000', 'span 2'],
  'grid-row-start': ['1000000', '-1000000', 'span 1000000'],
  'grid-column-end': ['1000000', 'span 99999'],
  'grid-row-end': ['-99999', 'span 99999'],
  'aspect-ratio': ['1e30/1e-30', '1e-30/1e30', '1e300/1e-300', '0/0', '1/0', '0/1', '2/1'],
  content: ['counter(x)', 'counters(x, ".")', 'attr(id)', '"a"', 'target-counter(url(#e1), page)', 'leader(".")', 'url(x)', 'string(s)', 'element(h)'],
  transform: [...['scale(1e30)', 'scale(0)', 'rotate(1e30deg)', 'matrix(1e30, 0, 0, 1e30, 1e30, 1e30)', 'perspective(0)', 'translate(1e30px)', 'skew(90deg)'], 'scale(calc(NaN))'],
  filter: ['blur(1e9px)', 'blur(50px)', 'drop-shadow(1e9px 1e9px 1e9px red)', 'brightness(1e30)', 'hue-rotate(1e30deg)'],
  'box-shadow': ['1e9px 1e9px 1e9px 1e9px red', 'inset 0 0 1e6px red', '0 0 1e-30px red'],
  'background-image': IMAGES,
  'mask-image': IMAGES,
  'border-image-source': IMAGES,
  'background-size': ['0.0001px', '1e-30px 1e-30px', '1e30px', 'calc(NaN * 1px)', '1px 1px'],
  'clip-path': SHAPES,
  'shape-outside': SHAPES,
  'list-style-type': ['decimal', 'lower-roman', '"x"', 'cyclic'],
  'counter-increment': ['x 2147483647', 'x -999999999999', 'list-item 1e9'],
  'counter-reset': ['x 1e9', 'x'],
  page: ['a', 'b', 'auto'],
  float: ['left', 'right', 'footnote', 'none'],
  position: ['absolute', 'fixed', 'relative', 'static', 'sticky', 'running(h)'],
  zoom: ['1e9', '1e-9', '2', '0'],
  'font-size': ['0', '1e9px', '1e-9px', '1e38px', '1000em', '10px', '1px'],
  'initial-letter': ['1e9', '2', '100 1'],
  'string-set': ['s content(text)'],
  'text-emphasis-style': ['"xxxxxxxx"', 'dot'],
  '--a': CYCLES,
  '--b': CYCLES,
  '--c': CYCLES,
  '--n': ['1e300', 'NaN', '-1'],
}

export const TAGS: readonly string[] = [
  ...['div', 'div', 'div', 'span', 'p', 'img', 'table', 'tr', 'td', 'th', 'col', 'caption', 'ul', 'ol', 'li', 'dl', 'dd', 'svg', 'math', 'mi', 'mfrac', 'msqrt'],
  ...['input', 'select', 'textarea', 'button', 'fieldset', 'legend', 'details', 'summary', 'meter', 'progress', 'ruby', 'rt', 'h1', 'a', 'br', 'hr', 'pre'],
  ...['object', 'video', 'picture', 'template', 'slot'],
]

export const ATTRIBUTES: readonly string[] = [
  ...['colspan="1000000"', 'rowspan="99999"', 'colspan="0"', 'rowspan="0"', 'span="99999"', 'start="999999999999"', 'value="1e30"', 'max="0"'],
  ...['rows="999999"', 'cols="999999"', 'size="999999"', 'width="1e9"', 'height="-1"', 'viewBox="0 0 0 0"', 'viewBox="0 0 1e30 1e-30"', 'dir="rtl"'],
  ...['href="#e1"', 'src="data:image/png;base64,AAAA"', 'src="data:image/svg+xml,%3Csvg/%3E"'],
]

export const TEXTS: readonly string[] = ['a', 'aa bb', 'x'.repeat(300), 'שלום', '世界', 'e\u0301', '\u00ad\u00ad', '']

export const PAGES: readonly string[] = ['1px 1px', '1e9px 1e9px', '0 0', '100px 1px', 'calc(NaN * 1px) 5px', 'A4', '20px 20px']
