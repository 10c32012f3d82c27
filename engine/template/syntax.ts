// The bridge to @handlebars/parser: its trees as closed unions (its own types do not resolve under nodenext).
import { parseWithoutProcessing } from '@handlebars/parser'

interface Located {
  /** Line from 1, column from 0. */
  readonly loc: { readonly start: { readonly line: number; readonly column: number } }
}

export type SyntaxNode = LiteralNode | PathNode | CallNode | (Located & { readonly type: 'ArrayLiteral' | 'HashLiteral' })

interface LiteralNode extends Located {
  readonly type: 'StringLiteral' | 'NumberLiteral' | 'BooleanLiteral' | 'NullLiteral' | 'UndefinedLiteral'
  readonly value?: string | number | boolean | null
}

export interface PathNode extends Located {
  readonly type: 'PathExpression'
  /** Whether it begins with `this.`. */
  readonly this: boolean
  /** Whether it begins with `@`. */
  readonly data: boolean
  /** Number of leading `../`. */
  readonly depth: number
  readonly parts: readonly (string | CallNode)[]
  readonly original: string
}

export interface CallNode extends Located {
  readonly type: 'SubExpression' | 'MustacheStatement'
  readonly path: SyntaxNode
  readonly params: readonly SyntaxNode[]
  readonly hash?: { readonly pairs: readonly { readonly key: string; readonly value: SyntaxNode }[] }
}

/** Parses `{{code}}` as one statement; undefined when it is not exactly one, or a syntax error. */
export function parseStatement(code: string): CallNode | undefined {
  try {
    const [statement, ...rest] = parseWithoutProcessing(`{{${code}}}`).body
    // The parser's documentation promises this shape for a mustache statement.
    return statement?.type === 'MustacheStatement' && rest.length === 0 ? (statement as unknown as CallNode) : undefined
  } catch (thrown) {
    // The generated parser throws plain errors for bad input; anything else is a bug of ours.
    if (!(thrown instanceof Error) || thrown instanceof TypeError || thrown instanceof RangeError) throw thrown
    return undefined
  }
}
