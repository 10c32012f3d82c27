// Pseudo-elements that make no box here, as far as browsers know them.

/** Prefixed pseudo-elements that browsers know; they are parts of controls and of scroll bars. */
const PREFIXED_PSEUDO_ELEMENTS =
  /^-webkit-(?:slider-(?:thumb|runnable-track|container)|(?:inner|outer)-spin-button|search-(?:cancel-button|decoration|results-button|results-decoration)|progress-(?:bar|value|inner-element)|meter-[a-z-]+|file-upload-button|input-placeholder|calendar-picker-indicator|datetime-edit[a-z-]*|date-and-time-value|color-swatch(?:-wrapper)?|clear-button|details-marker|resizer|scrollbar(?:-[a-z-]+)?|media-controls[a-z-]*|textfield-decoration-container|credentials-auto-fill-button)$/

const OTHER_PSEUDO_ELEMENTS = new Set(
  'selection placeholder backdrop file-selector-button cue target-text spelling-error grammar-error highlight details-content'.split(' '),
)

/** Whether browsers know a pseudo-element that makes no box here. */
export function isKnownPart(name: string): boolean {
  return OTHER_PSEUDO_ELEMENTS.has(name) || PREFIXED_PSEUDO_ELEMENTS.test(name)
}
