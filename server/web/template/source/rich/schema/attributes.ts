// The attributes of nodes, and what a node has beside them.
import { ANY_BLOCK, type Kind } from './kinds.data.ts'

/**
 * What a node has in JSON beside what the editor knows: the name that another editor gave it, and attributes and fields as pairs of key and raw JSON.
 */
export interface Extra {
  readonly type?: string
  readonly attrs?: readonly (readonly [string, string])[]
  readonly fields?: readonly (readonly [string, string])[]
}

export function attributeNames({ attrs = {}, isPlain = false }: Kind): readonly string[] {
  return [...new Set([...Object.keys(attrs), ...(isPlain ? Object.keys(ANY_BLOCK) : [])])]
}
