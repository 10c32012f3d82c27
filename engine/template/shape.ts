// Variables as a tree: what JSON schemas, types and sample data are made from.
import type { Variable } from './template.ts'

export interface Shape {
  readonly type: Variable['type']
  /** Of an object. */
  readonly fields: ReadonlyMap<string, Shape>
  /** Of the elements of an array. */
  readonly element: Shape | undefined
  /** As variables are named: `items[].name`; empty for the whole. */
  readonly path: string
}

interface Growing extends Shape {
  type: Variable['type']
  readonly fields: Map<string, Growing>
  element: Growing | undefined
}

/** Variables come parents first. */
export function shapeOf(variables: readonly Variable[]): Shape {
  const root = grow('', 'object')
  const byPath = new Map<string, Growing>([['', root]])
  for (const { name, type } of variables) {
    const shape = grow(name, type)
    byPath.set(name, shape)
    if (name.endsWith('[]')) {
      const list = byPath.get(name.slice(0, -2))
      if (list !== undefined) list.element = shape
    } else {
      const parent = parentOf(name, byPath)
      parent.shape.fields.set(parent.field, shape)
    }
  }
  return root
}

function grow(path: string, type: Variable['type']): Growing {
  return { path, type, fields: new Map(), element: undefined }
}

/** The longest known path that a dot follows: field names may hold dots themselves. */
function parentOf(name: string, byPath: ReadonlyMap<string, Growing>): { readonly shape: Growing; readonly field: string } {
  for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
    const shape = byPath.get(name.slice(0, dot))
    if (shape !== undefined) return { shape, field: name.slice(dot + 1) }
  }
  return { shape: byPath.get('')!, field: name }
}
