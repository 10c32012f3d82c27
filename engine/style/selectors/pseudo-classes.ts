// Pseudo-classes that no page of a PDF can match.

/** Never true without a user or a script (Selectors 4 §9, §13), and those with a prefix that browsers know: others make a selector invalid. */
export const NEVER_TRUE: ReadonlySet<string> = new Set(
  [
    'hover active focus focus-visible focus-within visited target target-within target-current fullscreen modal picture-in-picture autofill paused',
    'playing seeking muted buffering stalled user-invalid user-valid popover-open open closed indeterminate invalid in-range out-of-range current past',
    'future host host-context blank state',
    '-webkit-autofill -webkit-full-screen -webkit-full-screen-ancestor -webkit-full-page-media -webkit-drag',
    // Of parts of scroll bars.
    'horizontal vertical decrement increment start end double-button single-button no-button corner-present window-inactive',
  ].flatMap((names) => names.split(' ')),
)
