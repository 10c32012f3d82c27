// What random documents are made of.

export const ALPHA_PNG = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAMAAAADCAYAAABWKLW/AAAAJklEQVR4nBXHMREAMBDDMOPM6kAMiIfVqzYBEuzwIJLY5WeS2c171g4NVCSzRtUAAAAASUVORK5CYII='
export const OPAQUE_PNG = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGNgYEiOYkhmYIhKjopKBgAQXgL1JEcvUAAAAABJRU5ErkJggg=='

export const WORDS: readonly string[] = [
  ...'one quick office flow affinity AVATAR To ﬁ 12.5 € — “quoted” soft­hyphen a/b zero​width end. (x) fi ffl fjord naïve'.split(' '),
  ...'مرحبا بالعالم שלום עולם 世界 こんにちは 한국 สวัสดี नमस्ते Ελληνικά Привет Tiếng e\u0301 क्षि'.split(' '),
]

export const TEXT_STYLES: readonly string[] = [
  ...['text-transform: uppercase', 'font-variant-caps: small-caps', 'letter-spacing: 2px', 'text-align: justify', 'hyphens: auto', 'white-space: pre'],
  ...['text-decoration: underline wavy', 'text-decoration: line-through', 'text-shadow: 1px 1px 2px red', 'font: bold 1.2em sans-serif', 'font-style: italic'],
  ...['vertical-align: super', 'color: transparent', 'font-feature-settings: "dlig"', 'text-emphasis: dot', 'word-break: break-all', 'direction: rtl', 'text-indent: 2em'],
  ...['-webkit-text-stroke: 1px red', 'font-size: 0', 'text-overflow: ellipsis; overflow: hidden; white-space: nowrap; width: 40pt', 'line-height: 0.5', 'tab-size: 2'],
]

export const EFFECTS: readonly string[] = [
  ...['opacity: .5', 'mix-blend-mode: multiply', 'filter: blur(1px)', 'filter: drop-shadow(1px 1px red)', 'transform: rotate(10deg)', 'transform: scale(0)'],
  ...['clip-path: circle(40%)', 'mask: linear-gradient(red, transparent)', 'box-shadow: 1px 1px 4px #0008', 'outline: 2px dashed blue', 'border: 3px double green'],
  ...['background: linear-gradient(45deg, red, transparent)', 'background: radial-gradient(red, blue)', 'border-radius: 5px; border: 1px solid', 'isolation: isolate'],
  ...['background: linear-gradient(red, blue) text; color: transparent', 'border-image: linear-gradient(red, blue) 5', 'visibility: hidden', 'z-index: -1; position: relative'],
  ...['transform: perspective(1px)', 'background: conic-gradient(red, blue)', 'opacity: 0', 'backdrop-filter: blur(1px)', 'filter: grayscale(1)'],
]

export const LAYOUTS: readonly string[] = [
  ...['float: left', 'float: right', 'position: absolute; top: 10pt', 'position: relative; left: 5pt', 'position: fixed; bottom: 0', 'columns: 2', 'display: flex'],
  ...['display: inline-block', 'display: grid', 'break-before: page', 'break-inside: avoid', 'break-after: page', 'overflow: hidden; height: 20pt', 'display: none'],
  ...['display: list-item', 'display: table-cell', 'display: contents', 'width: 30pt', 'margin: -5pt', 'direction: rtl', 'counter-reset: x', 'display: block', 'display: inline'],
  ...['writing-mode: vertical-rl', 'height: 300pt', 'box-decoration-break: clone; padding: 3pt', 'bookmark-level: 1', 'string-set: s content(text)', 'max-width: 50%'],
]

export const SWATCHES: readonly string[] = ['linear-gradient(red, transparent)', `url(${ALPHA_PNG})`, 'repeating-linear-gradient(red, blue 3px)', 'rgba(0, 0, 0, .2)']

/** Contents of margin boxes. */
export const MARGINS: readonly string[] = [
  '@top-left { content: element(head) }',
  '@top-right { content: string(s) }',
  '@bottom-center { content: counter(page) " / " counter(pages) }',
  `@bottom-left { content: url(${OPAQUE_PNG}) }`,
  '@left-middle { content: "side"; transform: rotate(90deg) }',
  '@footnote { border-top: 1px solid; max-height: 40pt }',
  'background: linear-gradient(#eee, #fff);',
]

export const SVGS: readonly string[] = [
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4" fill="red" opacity=".5"/></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><text y="8" font-size="4">text</text><a href="https://example.com"><rect width="5" height="5"/></a></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><defs><linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-opacity="0"/></linearGradient><mask id="m"><rect width="5" height="9" fill="white"/></mask></defs><rect width="10" height="10" fill="url(#g)" mask="url(#m)"/></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><title>Named</title><g style="mix-blend-mode:screen" transform="rotate(5)"><path d="M0 0L9 9" stroke="blue" stroke-dasharray="2"/></g></svg>',
]

/** Contents of formulas: letters of other alphabets, stretched operators, scripts, tables. */
export const FORMULAS: readonly string[] = [
  '<mfrac><mi>a</mi><msqrt><mi>b</mi></msqrt></mfrac><mo>=</mo><mroot><mn>2</mn><mn>3</mn></mroot>',
  '<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>0</mn></mrow><mi>n</mi></munderover><mrow><mo>(</mo><mspace height="30pt"/><mo>)</mo></mrow>',
  '<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr></mtable><mover><mi>x</mi><mo stretchy="true">⏞</mo></mover>',
  '<msubsup><mi mathvariant="normal">v</mi><mn>1</mn><mn>2</mn></msubsup><mmultiscripts><mi>R</mi><mi>i</mi><none/></mmultiscripts><mtext>text</mtext>',
  '<mrow style="background: #eee; border: 1px solid"><mi>x</mi><mphantom><mi>y</mi></mphantom><mpadded width="2em"><mi>z</mi></mpadded></mrow>',
]

/** Lines of other directions, of one block. */
export const MODES: readonly string[] = [
  ...['writing-mode: vertical-rl; height: 120pt', 'writing-mode: vertical-lr', 'writing-mode: sideways-rl', 'writing-mode: sideways-lr'],
  ...['writing-mode: vertical-rl; text-orientation: upright', 'writing-mode: vertical-lr; text-orientation: sideways; direction: rtl'],
]

/** Shapes that lines flow around and boxes are cut to. */
export const SHAPES: readonly string[] = [
  ...['float: left; shape-outside: circle(50%)', 'float: right; shape-outside: polygon(0 0, 100% 0, 50% 100%); clip-path: polygon(0 0, 100% 0, 50% 100%)'],
  ...['float: left; shape-outside: ellipse(40% 50%); shape-margin: 3pt', 'float: left; shape-outside: inset(4pt round 9pt)', 'clip-path: inset(10%)'],
  ...['mask-image: radial-gradient(black, transparent); mask-size: 50%', 'filter: blur(2px) drop-shadow(1px 1px 2px red)', 'filter: sepia(1) invert(.2)'],
]

/** Fields and their looks, each with a name for readers. */
export const FIELDS: readonly string[] = [
  ...['type="range"', 'type="date" value="2026-01-02"', 'type="color"', 'type="file"', 'type="email" required', 'type="number" value="4" min="0"', 'type="password" value="x"'],
]
