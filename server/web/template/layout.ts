// Sizes of the panes, in per cent, and which are folded; kept in the browser for all templates.

export type PaneName = 'source' | 'data' | 'preview'

export interface Layout {
  /** Of the width, for source and data. */
  readonly across: number
  /** Of the height beside the preview, for the source. */
  readonly down: number
  readonly folded: Readonly<Record<PaneName, boolean>>
}

export const LEAST = 15
export const MOST = 85
const KEY = 'platen.panes'
const FIRST: Layout = { across: 50, down: 62, folded: { source: false, data: false, preview: false } }

export const clampSize = (value: number): number => Math.min(MOST, Math.max(LEAST, Math.round(value)))

export const layoutKept = {
  read(): Layout {
    try {
      const { across, down, folded } = JSON.parse(localStorage.getItem(KEY) ?? '') as Partial<Layout>
      const size = (value: unknown, first: number): number =>
        typeof value === 'number' && Number.isFinite(value) ? clampSize(value) : first
      const isFolded = (name: PaneName): boolean => folded?.[name] === true
      return {
        ...{ across: size(across, FIRST.across), down: size(down, FIRST.down) },
        folded: { source: isFolded('source'), data: isFolded('data'), preview: isFolded('preview') },
      }
    } catch {
      // Nothing is kept, or something else is.
      return FIRST
    }
  },
  write(layout: Layout): void {
    try {
      localStorage.setItem(KEY, JSON.stringify(layout))
    } catch {
      // The browser's room is full: the sizes hold until the page is left.
    }
  },
}
