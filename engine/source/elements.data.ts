// Known names of HTML elements: those of the standard, obsolete ones (HTML §16.2), and ones specific to some browser.
const STANDARD = `a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption cite code col colgroup data datalist
  dd del details dfn dialog div dl dt em embed fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins
  kbd label legend li link main map mark math menu meta meter nav noscript object ol optgroup option output p picture pre progress q rp rt ruby s samp
  script search section select selectedcontent slot small source span strong style sub summary sup svg table tbody td template textarea tfoot th thead
  time title tr track u ul var video wbr`

const OBSOLETE = `acronym applet basefont bgsound big blink center command content dir element fencedframe font frame frameset image isindex keygen layer
  listing marquee menuitem multicol nextid nobr noembed noframes nolayer param plaintext portal rb rbc rtc shadow spacer strike tt xmp xml`

export const HTML_ELEMENTS: ReadonlySet<string> = new Set(`${STANDARD} ${OBSOLETE}`.split(/\s+/))
