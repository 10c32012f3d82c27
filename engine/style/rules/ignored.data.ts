// CSS that is valid in browsers and has no effect in print: it is ignored without a diagnostic.

/** Properties about screens, interaction, motion and speech, and ones that this engine does not need. */
export const SILENT_PROPERTIES: ReadonlySet<string> = new Set(
  `animation animation-composition animation-delay animation-direction animation-duration animation-fill-mode animation-iteration-count
  animation-name animation-play-state animation-range animation-range-end animation-range-start animation-timeline animation-timing-function
  animation-trigger app-region buffered-rendering caret-animation caret-color caret-shape color-adjust color-scheme
  cursor dynamic-range-limit field-sizing font-display font-smooth forced-color-adjust image-rendering
  ime-mode interactivity interest-delay interest-delay-end interest-delay-start interpolate-size nav-down nav-left nav-right nav-up
  overflow-anchor overlay overscroll-behavior overscroll-behavior-block overscroll-behavior-inline overscroll-behavior-x overscroll-behavior-y
  perspective-origin pointer-events print-color-adjust reading-flow scroll-axis-lock scroll-behavior scroll-initial-target
  scroll-margin scroll-margin-block scroll-margin-block-end scroll-margin-block-start scroll-margin-bottom scroll-margin-inline
  scroll-margin-inline-end scroll-margin-inline-start scroll-margin-left scroll-margin-right scroll-margin-top scroll-marker-group
  scroll-padding scroll-padding-block scroll-padding-block-end scroll-padding-block-start scroll-padding-bottom scroll-padding-inline
  scroll-padding-inline-end scroll-padding-inline-start scroll-padding-left scroll-padding-right scroll-padding-top scroll-snap-align
  scroll-snap-stop scroll-snap-type scroll-target-group scroll-timeline scroll-timeline-axis scroll-timeline-name scrollbar-color
  scrollbar-gutter scrollbar-width speak speak-as supported-color-schemes text-rendering text-size-adjust timeline-scope timeline-trigger
  timeline-trigger-activation-range timeline-trigger-activation-range-end timeline-trigger-activation-range-start
  timeline-trigger-active-range timeline-trigger-active-range-end timeline-trigger-active-range-start timeline-trigger-name
  timeline-trigger-source touch-action transform-style transition transition-behavior transition-delay transition-duration transition-property
  transition-timing-function trigger-scope user-select view-timeline view-timeline-axis view-timeline-inset view-timeline-name
  view-transition-class view-transition-group view-transition-name view-transition-scope voice-family volume will-change window-drag`.split(/\s+/),
)

/** Prefixes of properties for other programs: Office, old browsers, mail tools. Supported `-webkit-` properties are found before. */
export const SILENT_PREFIXES: readonly string[] = ['-moz-', '-ms-', '-o-', '-khtml-', '-apple-', '-premailer-', '-epub-', '-webkit-', '-xv-', 'mso-', '_', '*']

/** Prefixed values: authors write them beside the standard declaration. */
export const SILENT_VALUES = /(^|[\s,(])-(webkit|moz|ms|o|khtml)-|progid:|expression\(|^alpha\(/i

/** At-rules without effect in print. */
export const SILENT_AT_RULES: ReadonlySet<string> = new Set(`keyframes viewport font-feature-values view-transition position-try starting-style namespace color-profile scroll-timeline`.split(/\s+/))

/** Properties of svg elements that are not in the table: cascaded as text. */
export const VECTOR_PROPERTIES: ReadonlySet<string> = new Set(
  `fill fill-rule fill-opacity stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset stroke-opacity
  clip-rule color-interpolation color-interpolation-filters color-rendering dominant-baseline alignment-baseline baseline-shift text-anchor
  marker marker-start marker-mid marker-end mask-type shape-rendering stop-color stop-opacity vector-effect flood-color flood-opacity
  transform-box lighting-color glyph-orientation-horizontal glyph-orientation-vertical cx cy r rx ry x y d`.split(/\s+/),
)

/** Properties that accept lengths without a unit, and colours without a hash, in quirks mode (Quirks §3.1–3.2). */
export const QUIRKY_PROPERTIES: ReadonlySet<string> = new Set(
  `background-position border-spacing border-top-width border-right-width border-bottom-width border-left-width border-width bottom clip font-size height left
  letter-spacing margin margin-top margin-right margin-bottom margin-left max-height max-width min-height min-width padding padding-top padding-right
  padding-bottom padding-left right text-indent top vertical-align width word-spacing background-color border-color border-top-color border-right-color
  border-bottom-color border-left-color color`.split(/\s+/),
)

/** Parts of values of transforms in space that are left out, by property. */
export const FLATTENED: Readonly<Record<string, RegExp>> = { transform: /\bperspective\(/i, 'transform-style': /preserve-3d/i }
