// The tool bar of the editor: what formats text and blocks, and what inserts.

import type { Editor } from '@tiptap/core'
import type { JSX } from 'preact'
import { nameText, rt } from '../text/rich-text.ts'
import { ALIGN, CLEAR, HISTORY, LISTS, MARKS } from '../view/commands.ts'
import { Bar, CommandButton, Icon } from './bar.tsx'

interface ToolBarProps {
  readonly editor: Editor
  onInsert(): void
  onVariable(): void
  onPage(): void
  onLink(): void
}

const FONTS = ['Arimo', 'Tinos', 'Cousine']
const SIZES = ['8pt', '9pt', '10pt', '11pt', '12pt', '14pt', '16pt', '18pt', '24pt', '36pt']

export function ToolBar({ editor, onInsert, onVariable, onPage, onLink }: ToolBarProps): JSX.Element {
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
        <TextChoice editor={editor} name="fontFamily" options={FONTS} label={rt('font')} />
        <TextChoice editor={editor} name="fontSize" options={SIZES} label={rt('size')} />
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

interface TextChoiceProps {
  readonly editor: Editor
  readonly name: 'fontFamily' | 'fontSize'
  readonly options: readonly string[]
  readonly label: string
}

/** Sets one attribute of the text style, and drops the mark that has none left. */
export function setTextStyle(editor: Editor, attrs: Readonly<Record<string, unknown>>): void {
  const next = { ...editor.getAttributes('textStyle'), ...attrs }
  const chain = editor.chain().focus()
  if (Object.values(next).every((value) => value === null || value === undefined)) chain.unsetMark('textStyle').run()
  else chain.setMark('textStyle', next).run()
}

function TextChoice({ editor, name, options, label }: TextChoiceProps): JSX.Element {
  const value = String(editor.getAttributes('textStyle')[name] ?? '')
  const all = value === '' || options.includes(value) ? options : [...options, value]
  return (
    <select
      aria-label={label}
      title={label}
      class={name === 'fontSize' ? 'rich-short' : 'rich-font'}
      value={value}
      onChange={({ currentTarget }) => setTextStyle(editor, { [name]: currentTarget.value === '' ? null : currentTarget.value })}
    >
      <option value="">{label}</option>
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
