// The user-agent style sheet: HTML §15.3 as Chromium renders it in print. Margins are those of Chromium's html.css.

export const UA_SHEET = `
html, body, address, article, aside, blockquote, center, dialog, dd, details, dir, div, dl, dt, fieldset, figcaption, figure, footer, form, h1, h2, h3, h4, h5, h6,
header, hgroup, hr, legend, listing, main, menu, nav, ol, optgroup, option, p, plaintext, pre, search, section, summary, ul, xmp { display: block }
area, base, basefont, datalist, head, link, meta, noembed, noframes, param, script, style, template, title, source, track, dialog:not([open]) { display: none }
[hidden]:not([hidden="until-found" i]), embed[hidden] { display: none }
input[type="hidden" i] { display: none !important }
[hidden="until-found" i] { content-visibility: hidden }
[popover]:not(dialog[open]) { display: none }
dialog { position: absolute; inset-inline: 0; width: fit-content; height: fit-content; margin: auto; border: solid; padding: 1em; background-color: canvas; color: canvastext }
iframe { border: 2px inset }
slot { display: contents }

body { margin: 8px }
p, dl, multicol { margin-block: 1em }
dd { margin-inline-start: 40px }
blockquote, figure { margin: 1em 40px }
center { text-align: -webkit-center }
address, cite, dfn, em, i, var { font-style: italic }
b, strong { font-weight: bolder }
u, ins { text-decoration: underline }
s, strike, del { text-decoration: line-through }
small { font-size: smaller }
big { font-size: larger }
sub { vertical-align: sub; font-size: smaller }
sup { vertical-align: super; font-size: smaller }
code, kbd, samp, tt { font-family: monospace }
pre, listing, plaintext, xmp { font-family: monospace; white-space: pre; margin-block: 1em }
mark { background-color: yellow; color: black }
nobr { white-space: nowrap; text-wrap: nowrap }
abbr[title], acronym[title] { text-decoration: underline dotted }
ruby { display: ruby }
rb { display: ruby-base; white-space: nowrap }
rt { display: ruby-text }
rtc { display: ruby-text-container }
rp { display: none }
ruby, rt, rtc { text-indent: 0 }
rt, rtc { line-height: normal; text-align: start; text-emphasis: none }
rtc, :not(rtc) > rt { font-size: 50% }
math { direction: ltr; text-indent: 0; letter-spacing: normal; word-spacing: normal; line-height: normal; font-family: math; font-style: normal; font-weight: normal }
math[display="block" i] { display: block; text-align: center }
mtd { padding: 0.5ex 0.4em; text-align: center }
merror { border: 1px solid red; background-color: lightyellow }
semantics > :not(:first-child), maction > :not(:first-child) { display: none }
mphantom { visibility: hidden }
q::before { content: open-quote }
q::after { content: close-quote }
bdi, output { unicode-bidi: isolate }
bdo { unicode-bidi: bidi-override }

h1 { font-size: 2em; margin-block: 0.67em; font-weight: bold }
h2 { font-size: 1.5em; margin-block: 0.83em; font-weight: bold }
h3 { font-size: 1.17em; margin-block: 1em; font-weight: bold }
h4 { margin-block: 1.33em; font-weight: bold }
h5 { font-size: 0.83em; margin-block: 1.67em; font-weight: bold }
h6 { font-size: 0.67em; margin-block: 2.33em; font-weight: bold }
h1 { bookmark-level: 1 } h2 { bookmark-level: 2 } h3 { bookmark-level: 3 } h4 { bookmark-level: 4 } h5 { bookmark-level: 5 } h6 { bookmark-level: 6 }

a:any-link { color: #0000ee; text-decoration: underline }
svg a:any-link:not(foreignObject *) { color: inherit; text-decoration: none }
img, video, canvas, iframe, object, embed, audio { object-fit: fill }
img:is([align="left" i]) { float: left }
img:is([align="right" i]) { float: right }
svg:not(:root), symbol, marker, pattern, foreignObject { overflow: hidden }
img, video, canvas, iframe, object, embed, picture, input[type=image i] { overflow: clip }

ul, menu, dir { display: block; list-style-type: disc; margin-block: 1em; padding-inline-start: 40px; counter-reset: list-item }
ol { display: block; list-style-type: decimal; margin-block: 1em; padding-inline-start: 40px; counter-reset: list-item }
:is(ul, ol, menu, dir) :is(ul, ol, menu, dir, dl), dl :is(dl, dir, menu, ol, ul) { margin-block: 0 }
:is(ul, ol, menu, dir) ul { list-style-type: circle }
:is(ul, ol, menu, dir) :is(ul, ol, menu, dir) ul { list-style-type: square }
li { display: list-item }
summary { display: block }
details > summary:first-of-type { display: list-item; counter-increment: list-item 0; list-style: disclosure-closed inside }
details[open] > summary:first-of-type { list-style-type: disclosure-open }
details:not([open]) > :not(summary:first-of-type) { display: none }
::marker { text-transform: none; text-indent: 0; unicode-bidi: isolate; font-variant-numeric: tabular-nums; white-space: pre }

table { display: table; border-collapse: separate; border-spacing: 2px; box-sizing: border-box; text-indent: 0; text-align: -platen-table }
caption { display: table-caption; text-align: -webkit-center }
colgroup { display: table-column-group }
colgroup[hidden] { visibility: collapse; display: table-column-group }
col { display: table-column }
thead { display: table-header-group; vertical-align: middle; break-inside: avoid; border-color: inherit }
tbody { display: table-row-group; vertical-align: middle; border-color: inherit }
tfoot { display: table-footer-group; vertical-align: middle; break-inside: avoid; border-color: inherit }
tr { display: table-row; vertical-align: inherit; border-color: inherit; break-inside: -platen-avoid-if-short }
table > tr { vertical-align: middle }
td, th { display: table-cell; vertical-align: inherit; padding: 1px }
th { font-weight: bold; text-align: -platen-heading }

hr { color: gray; border: 1px inset; margin-block: 0.5em; margin-inline: auto; overflow: hidden; unicode-bidi: isolate }
fieldset { margin-inline: 2px; padding-block: 0.35em 0.625em; padding-inline: 0.75em; border: 2px groove rgb(239, 239, 239); min-width: min-content }
legend { padding-inline: 2px }
input, select, button, textarea {
  display: inline-block; letter-spacing: normal; word-spacing: normal; line-height: normal; text-transform: none; text-indent: 0; text-shadow: none;
  text-align: start; font: 13.3333px Arial; margin: 0; color: fieldtext; box-sizing: border-box
}
input { padding-block: 1px; padding-inline: 2px; border: 2px inset rgb(118, 118, 118); background-color: field; contain-intrinsic-inline-size: round(up, 19-platen-column + 1-platen-widest - 0.001px, 1px); box-sizing: content-box; white-space: nowrap; overflow: clip }
input:is([type="checkbox" i], [type="radio" i], [type="range" i], [type="color" i], [type="image" i], [type="file" i]) { padding: 0; border: 0; background-color: transparent; box-sizing: border-box }
input:is([type="checkbox" i], [type="radio" i]) { contain-intrinsic-size: 13px; margin: 3px 3px 3px 4px }
input[type="radio" i] { margin: 3px 3px 0 5px }
input[type="range" i] { contain-intrinsic-size: 129px 16px; margin: 2px; box-sizing: content-box }
input[type="color" i] { width: 50px; height: 27px; contain-intrinsic-size: 12px 14px }
input[type="file" i] { contain-intrinsic-inline-size: 18.975em }
input:is([type="search" i], [type="button" i], [type="submit" i], [type="reset" i]) { box-sizing: border-box }
input:is([type="date" i], [type="datetime-local" i], [type="month" i], [type="time" i], [type="week" i]) { font-family: monospace; padding: 0; padding-inline-start: 1px }
input[type="date" i] { contain-intrinsic-inline-size: calc(8.2em + 10px) }
input[type="datetime-local" i] { contain-intrinsic-inline-size: calc(13.9em + 16px) }
input[type="month" i] { contain-intrinsic-inline-size: calc(10.6em + 8px) }
input[type="time" i] { contain-intrinsic-inline-size: calc(5.55em + 20px) }
input[type="week" i] { contain-intrinsic-inline-size: calc(10em + 8px) }
textarea { box-sizing: content-box; padding: 2px; overflow: auto; resize: both; border: 1px solid rgb(118, 118, 118); background-color: field; font-family: monospace; white-space: pre-wrap; overflow-wrap: break-word }
select { padding: 0; white-space: nowrap; border: 1px solid rgb(118, 118, 118); background-color: buttonface; contain-intrinsic-block-size: 1-platen-content-area }
select:is([multiple]:not([size="1"]), [size]:not([size="0"], [size="1"])) { background-color: field; vertical-align: text-bottom; contain-intrinsic-block-size: calc(round(down, max(1-platen-content-area, 1.2em), 0.015625px) + 1px) }
button, input:is([type="button" i], [type="submit" i], [type="reset" i]) {
  padding-block: 1px; padding-inline: 6px; border: 2px outset rgb(0, 0, 0); background-color: buttonface; color: buttontext; text-align: center; contain-intrinsic-inline-size: none
}
:is(input, textarea):disabled { color: rgb(84, 84, 84); border-color: rgba(118, 118, 118, 0.3); background-color: rgba(239, 239, 239, 0.3) }
:is(select, button, input:is([type="button" i], [type="submit" i], [type="reset" i])):disabled { color: rgba(16, 16, 16, 0.3); border-color: rgba(118, 118, 118, 0.3) }
input[type="file" i]:disabled { background-color: transparent }
:is(input, textarea)::placeholder { color: rgb(117, 117, 117) }
input[type="file" i]::file-selector-button {
  display: inline-block; padding-block: 1px; padding-inline: 6px; border: 2px outset rgb(0, 0, 0); background-color: buttonface; color: buttontext; text-align: center;
  white-space: nowrap; letter-spacing: normal; word-spacing: normal; line-height: normal; text-transform: none; text-indent: 0; text-shadow: none;
  font-family: Arial; font-weight: 400; font-style: normal; margin-inline-end: 4px; box-sizing: border-box
}
input[type="file" i]:disabled::file-selector-button { color: rgba(16, 16, 16, 0.3); border-color: rgba(118, 118, 118, 0.3); background-color: rgba(239, 239, 239, 0.3) }
img:is([sizes="auto" i], [sizes^="auto," i]) { contain: size !important; contain-intrinsic-size: 300px 150px }
progress, meter { display: inline-block; width: 10em; height: 1em; vertical-align: -0.2em; box-sizing: border-box }
meter { width: 5em }

[dir="rtl" i]:not(bdo) { direction: rtl; unicode-bidi: isolate }
[dir="ltr" i]:not(bdo) { direction: ltr; unicode-bidi: isolate }
bdo[dir="rtl" i] { direction: rtl; unicode-bidi: isolate-override }
bdo[dir="ltr" i] { direction: ltr; unicode-bidi: isolate-override }
address, blockquote, center, dialog, div, figure, figcaption, footer, form, header, hr, legend, listing, main, p, plaintext, pre, search, summary, xmp, article, aside,
h1, h2, h3, h4, h5, h6, hgroup, nav, section, table, caption, colgroup, col, thead, tbody, tfoot, tr, td, th, dir, dd, dl, dt, menu, ol, ul, li { unicode-bidi: isolate }
:is(pre, textarea)[dir="auto" i], [dir="auto" i] { unicode-bidi: plaintext }

ul[data-type="taskList"] { list-style: none; padding-inline-start: 0 }
ul[data-type="taskList"] > li { display: flex; align-items: flex-start }
ul[data-type="taskList"] > li > label { flex: none; margin-inline-end: 0.3em }
ul[data-type="taskList"] > li > div { flex: 1 1 0; min-width: 0 }
ul[data-type="taskList"] > li > div > p { margin-block: 0 }
[data-type="inline-math"], [data-type="block-math"] { font-family: monospace }
div[data-type="block-math"] { margin-block: 1em; text-align: center }
div[data-youtube-video], div[data-twitch-video] { margin-block: 1em; overflow-wrap: anywhere }

::footnote-call { content: counter(footnote); counter-increment: footnote; vertical-align: super; font-size: 65%; line-height: inherit }
::footnote-marker { content: counter(footnote) ". " }
`

/** Additional rules in quirks mode (HTML §15.3.10–15.3.12, Quirks §3). */
export const QUIRKS_SHEET = `
img[align="left" i] { margin-right: 3px } img[align="right" i] { margin-left: 3px }
table { font-weight: initial; font-style: initial; font-variant: initial; font-size: initial; line-height: initial; white-space: initial; text-align: initial; color: -platen-body-color }
form { margin-block-end: 1em }
input:not([type=image i]), textarea { box-sizing: border-box }
li { list-style-position: inside } li :is(dir, menu, ol, ul) { list-style-position: outside }
:is(dir, menu, ol, ul) :is(dir, menu, ol, ul, li) { list-style-position: unset }
p, pre, listing, plaintext, xmp { margin-block: 1__qem }
dl, ul, menu, dir, ol, h3, blockquote { margin-block-start: 1__qem } h1 { margin-block-start: 0.67__qem } h2 { margin-block-start: 0.83__qem }
h4 { margin-block-start: 1.33__qem } h5 { margin-block-start: 1.67__qem } h6 { margin-block-start: 2.33__qem }
`
