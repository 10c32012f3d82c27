// Pseudo-elements of controls, and those that make no box here, as far as browsers know them.

/** Parts of controls that are styled here (CSS Pseudo-Elements 4 §4.4, §4.5). */
export type ControlPart = 'placeholder' | 'file-selector-button'

const PREFIXED_PARTS: Readonly<Record<string, ControlPart>> = {
  '-webkit-input-placeholder': 'placeholder',
  '-webkit-file-upload-button': 'file-selector-button',
}

/** The name of a pseudo-element that has another one with a prefix in browsers. */
export function unprefixed(name: string): string {
  return PREFIXED_PARTS[name] ?? name
}

/** Pseudo-elements that have styles here. */
export const PSEUDO_ELEMENTS: ReadonlySet<string> = new Set(
  'before after marker first-line first-letter footnote-call footnote-marker placeholder file-selector-button'.split(' '),
)

/** Prefixed pseudo-elements that browsers know; they are parts of controls and of scroll bars. */
const PREFIXED_PSEUDO_ELEMENTS =
  /^-webkit-(?:slider-(?:thumb|runnable-track|container)|(?:inner|outer)-spin-button|search-(?:cancel-button|decoration|results-button|results-decoration)|progress-(?:bar|value|inner-element)|meter-[a-z-]+|calendar-picker-indicator|datetime-edit[a-z-]*|date-and-time-value|color-swatch(?:-wrapper)?|clear-button|details-marker|resizer|scrollbar(?:-[a-z-]+)?|media-controls[a-z-]*|textfield-decoration-container|credentials-auto-fill-button)$/

const OTHER_PSEUDO_ELEMENTS = new Set(
  'selection backdrop cue target-text spelling-error grammar-error highlight details-content'.split(' '),
)

/** Whether browsers know a pseudo-element that makes no box here. */
export function isKnownPart(name: string): boolean {
  return OTHER_PSEUDO_ELEMENTS.has(name) || PREFIXED_PSEUDO_ELEMENTS.test(name)
}
