// The tool bar of the editor: what formats text and blocks, and what inserts.

import type { Editor } from '@tiptap/core'
import type { JSX } from 'preact'
import { nameText, rt } from '../text/rich-text.ts'
import { ALIGN, CLEAR, HISTORY, LISTS, MARKS } from '../view/commands.ts'
import { type FontFamily, withFamily } from '../view/fonts.ts'
import { Bar, CommandButton, Icon } from './bar.tsx'
import { FontOptions } from './font-options.tsx'

interface ToolBarProps {
  readonly editor: Editor
  /** Of the fonts of the team. */
  readonly families: readonly FontFamily[]
  onInsert(): void
  onVariable(): void
  onPage(): void
  onLink(): void
}

const SIZES = ['8pt', '9pt', '10pt', '11pt', '12pt', '14pt', '16pt', '18pt', '24pt', '36pt']

export function ToolBar({ editor, families, onInsert, onVariable, onPage, onLink }: ToolBarProps): JSX.Element {
  const { state } = editor
  return (
    <Bar label="toolbar" class="rich-tools" onEscape={() => editor.view.focus()}>
      <Group>
        {HISTORY.map((command) => (
          <CommandButton key={command.label} editor={editor} state={state} command={command} />
        ))}
      </Group>
      <Group>
        <BlockStyle editor={editor} state={state} />
        <FontChoice editor={editor} families={families} />
        <SizeChoice editor={editor} />
      </Group>
      <Group>
        {MARKS.map((command) => (
          <CommandButton key={command.label} editor={editor} state={state} command={command} />
        ))}
        <button
          type="button"
          class="rich-button"
          title={`${rt('link')} (Ctrl+K)`}
          aria-label={rt('link')}
          aria-pressed={editor.isActive('link')}
          onClick={onLink}
        >
          <Icon name="link" />
        </button>
        <Color editor={editor} mark="textStyle" label={rt('textColor')} />
        <Color editor={editor} mark="highlight" label={rt('highlightColor')} />
        <CommandButton editor={editor} state={state} command={CLEAR} />
      </Group>
      <Group>
        {[...ALIGN, ...LISTS].map((command) => (
          <CommandButton key={command.label} editor={editor} state={state} command={command} />
        ))}
      </Group>
      <Group>
        <button type="button" class="rich-button wide" aria-haspopup="listbox" title="/" onClick={onInsert}>
          <Icon name="insert" /> {rt('insert')}
        </button>
        <button type="button" class="rich-button wide" aria-haspopup="listbox" title="{{" onClick={onVariable}>
          <Icon name="variable" /> {rt('node_variable')}
        </button>
        <button type="button" class="rich-button wide" aria-haspopup="dialog" onClick={onPage}>
          <Icon name="page" /> {rt('pageSetup')}
        </button>
      </Group>
    </Bar>
  )
}

function Group({ children }: { readonly children: JSX.Element | readonly (JSX.Element | JSX.Element[])[] | JSX.Element[] }): JSX.Element {
  return <span class="rich-group">{children}</span>
}

function BlockStyle({ editor }: { readonly editor: Editor; readonly state: Editor['state'] }): JSX.Element {
  const level = [1, 2, 3, 4, 5, 6].find((candidate) => editor.isActive('heading', { level: candidate }))
  const value =
    level !== undefined
      ? `h${level}`
      : editor.isActive('codeBlock')
        ? 'codeBlock'
        : editor.isActive('blockquote')
          ? 'blockquote'
          : 'paragraph'
  const choose = (name: string): void => {
    const chain = editor.chain().focus()
    if (name === 'blockquote') chain.toggleWrap('blockquote').run()
    else if (name.startsWith('h')) chain.setNode('heading', { level: Number(name.slice(1)) }).run()
    else if (value === 'blockquote') chain.toggleWrap('blockquote').run()
    else chain.setNode(name).run()
  }
  const options: readonly (readonly [string, string])[] = [
    ['paragraph', nameText('node', 'paragraph')],
    ...[1, 2, 3, 4, 5, 6].map((of) => [`h${of}`, rt('headingLevel', { level: String(of) })] as const),
    ['blockquote', nameText('node', 'blockquote')],
    ['codeBlock', nameText('node', 'codeBlock')],
  ]
  return (
    <select aria-label={rt('style')} title={rt('style')} value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
      {options.map(([name, text]) => (
        <option key={name} value={name} selected={name === value}>
          {text}
        </option>
      ))}
    </select>
  )
}

/** Sets attributes of the text style, and drops the mark that has none left; the page with it where it is another one, as one step to undo. */
export function setTextStyle(editor: Editor, attrs: Readonly<Record<string, unknown>>, page = editor.state.doc.attrs['page']): void {
  const next = { ...editor.getAttributes('textStyle'), ...attrs }
  const chain = editor
    .chain()
    .focus()
    .command(({ tr }) => {
      if (tr.doc.attrs['page'] !== page) tr.setDocAttribute('page', page)
      return true
    })
  if (Object.values(next).every((value) => value === null || value === undefined)) chain.unsetMark('textStyle').run()
  else chain.setMark('textStyle', next).run()
}

/** A family of the team goes into the page with its first use. */
function FontChoice({ editor, families }: { readonly editor: Editor; readonly families: readonly FontFamily[] }): JSX.Element {
  const value = String(editor.getAttributes('textStyle')['fontFamily'] ?? '')
  const choose = (name: string): void => {
    const family = families.find((candidate) => candidate.name === name)
    setTextStyle(editor, { fontFamily: name === '' ? null : name }, withFamily(editor.state.doc.attrs['page'], family))
  }
  return (
    <select
      aria-label={rt('font')}
      title={rt('font')}
      class="rich-font"
      value={value}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      <FontOptions {...{ value, families }} page={editor.state.doc.attrs['page']} none={rt('font')} />
    </select>
  )
}

function SizeChoice({ editor }: { readonly editor: Editor }): JSX.Element {
  const value = String(editor.getAttributes('textStyle')['fontSize'] ?? '')
  const all = value === '' || SIZES.includes(value) ? SIZES : [...SIZES, value]
  return (
    <select
      aria-label={rt('size')}
      title={rt('size')}
      class="rich-short"
      value={value}
      onChange={({ currentTarget }) => setTextStyle(editor, { fontSize: currentTarget.value === '' ? null : currentTarget.value })}
    >
      <option value="">{rt('size')}</option>
      {all.map((option) => (
        <option key={option} value={option} selected={option === value}>
          {option}
        </option>
      ))}
    </select>
  )
}

function Color({
  editor,
  mark,
  label,
}: {
  readonly editor: Editor
  readonly mark: 'textStyle' | 'highlight'
  readonly label: string
}): JSX.Element {
  const value: unknown = editor.getAttributes(mark)['color']
  const isHex = typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)
  const set = (color: string): void => {
    if (mark === 'textStyle') setTextStyle(editor, { color })
    else editor.chain().focus().setMark('highlight', { color }).run()
  }
  return (
    <input
      type="color"
      class={`rich-color rich-color-${mark}`}
      title={label}
      aria-label={label}
      value={isHex ? value : mark === 'highlight' ? '#ffe066' : '#1c1d1f'}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  )
}
