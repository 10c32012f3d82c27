// Three panes: source above data, beside the preview. Separators resize them with the pointer and with keys, panes fold up to their heads, and a narrow window shows
// one of them at a time. Sizes are kept in the browser.

import type { ComponentChildren, JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { t } from '../text/text.ts'
import { type Layout, layoutKept, type PaneName } from './layout.ts'
import { Separator } from './separator.tsx'

interface PanesProps {
  readonly source: ComponentChildren
  readonly data: ComponentChildren
  readonly preview: ComponentChildren
}

const TABS: readonly PaneName[] = ['source', 'data', 'preview']
const isNarrow = (): boolean => matchMedia('(width < 60rem)').matches

export function Panes({ source, data, preview }: PanesProps): JSX.Element {
  const [layout, setLayout] = useState(layoutKept.read)
  const [tab, setTab] = useState<PaneName>(() => (isNarrow() ? 'preview' : 'source'))
  const grid = useRef<HTMLDivElement>(null)
  const change = (next: Partial<Layout>): void => {
    const changed = { ...layout, ...next }
    setLayout(changed)
    layoutKept.write(changed)
  }
  const toggle = (name: PaneName): void => change({ folded: { ...layout.folded, [name]: !layout.folded[name] } })
  const { folded, across, down } = layout
  const classes = ['panes', ...TABS.filter((name) => folded[name]).map((name) => `no-${name}`), `tab-${tab}`]
  return (
    <>
      <Tabs tab={tab} onTab={setTab} />
      <div class={classes.join(' ')} ref={grid} style={{ '--across': `${across}fr`, '--rest': `${100 - across}fr` }}>
        <div class="pane-column" id="pane-left" style={{ '--down': `${down}fr`, '--below': `${100 - down}fr` }}>
          <Pane name="source" isFolded={folded.source} onFold={toggle}>
            {source}
          </Pane>
          <Separator
            label={t('sizeOfSource')}
            controls="pane-source"
            isVertical={false}
            value={down}
            isOff={folded.source || folded.data}
            onValue={(value) => change({ down: value })}
            onFold={() => toggle('data')}
          />
          <Pane name="data" isFolded={folded.data} onFold={toggle}>
            {data}
          </Pane>
        </div>
        <Separator
          label={t('sizeOfPreview')}
          controls="pane-left"
          isVertical={true}
          value={across}
          isOff={folded.preview}
          onValue={(value) => change({ across: value })}
          onFold={() => toggle('preview')}
        />
        <Pane name="preview" isFolded={folded.preview} onFold={toggle}>
          {preview}
        </Pane>
      </div>
    </>
  )
}

interface PaneProps {
  readonly name: PaneName
  readonly isFolded: boolean
  onFold(name: PaneName): void
  readonly children: ComponentChildren
}

/** The content stays where it is while a pane is folded: an editor keeps its text, its place and its history. */
function Pane({ name, isFolded, onFold, children }: PaneProps): JSX.Element {
  return (
    <div id={`pane-${name}`} class={`pane pane-${name}${isFolded ? ' folded' : ''}`}>
      <button
        type="button"
        class="fold"
        aria-expanded={!isFolded}
        aria-controls={`pane-${name}-body`}
        aria-label={t(isFolded ? 'unfold' : 'fold', { name: t(name) })}
        title={t(isFolded ? 'unfold' : 'fold', { name: t(name) })}
        onClick={() => onFold(name)}
      >
        <span aria-hidden="true">{isFolded ? '▸' : '▾'}</span>
        {isFolded ? <span class="fold-name">{t(name)}</span> : null}
      </button>
      <div class="pane-body" id={`pane-${name}-body`}>
        {children}
      </div>
    </div>
  )
}

function Tabs({ tab, onTab }: { readonly tab: PaneName; onTab(name: PaneName): void }): JSX.Element {
  const move = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    const next = TABS[(TABS.indexOf(tab) + step + TABS.length) % TABS.length] ?? tab
    onTab(next)
    document.getElementById(`tab-${next}`)?.focus()
  }
  return (
    <div class="tabs" role="tablist" aria-label={t('panes')} onKeyDown={move}>
      {TABS.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`tab-${name}`}
          aria-selected={name === tab}
          aria-controls={`pane-${name}`}
          tabIndex={name === tab ? 0 : -1}
          onClick={() => onTab(name)}
        >
          {t(name)}
        </button>
      ))}
    </div>
  )
}
